// Rule: output streams of every class read the array that they write out, or the range of it and nothing else.
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

public class EveryOutputStream {
    static OutputStream sink() {
        return new ByteArrayOutputStream();
    }

    static File file() throws Exception {
        File file = File.createTempFile("litmus", null);
        file.deleteOnExit();
        return file;
    }

    public static void main(String[] args) throws Exception {
        OutputStream plain = sink();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FileOutputStream file = new FileOutputStream(file());
        FilterOutputStream filter = new FilterOutputStream(sink());
        BufferedOutputStream buffered = new BufferedOutputStream(sink());
        DataOutputStream typed = new DataOutputStream(sink());
        PrintStream print = new PrintStream(sink());
        ObjectOutputStream object = new ObjectOutputStream(sink());
        PipedOutputStream piped = new PipedOutputStream(new PipedInputStream());
        CheckedOutputStream checked = new CheckedOutputStream(sink(), new CRC32());
        DeflaterOutputStream deflater = new DeflaterOutputStream(sink());
        GZIPOutputStream gzip = new GZIPOutputStream(sink());
        ZipOutputStream zip = new ZipOutputStream(sink());
        zip.putNextEntry(new ZipEntry("data"));
        JarOutputStream jar = new JarOutputStream(sink());
        jar.putNextEntry(new ZipEntry("data"));
        DigestOutputStream digest = new DigestOutputStream(sink(), MessageDigest.getInstance("SHA-256"));
        byte[] plainAll = new byte[2], plainPart = new byte[4];
        byte[] bytesAll = new byte[2], bytesPart = new byte[4];
        byte[] fileAll = new byte[2], filePart = new byte[4];
        byte[] filterAll = new byte[2], filterPart = new byte[4];
        byte[] bufferedAll = new byte[2], bufferedPart = new byte[4];
        byte[] typedAll = new byte[2], typedPart = new byte[4];
        byte[] printAll = new byte[2], printPart = new byte[4];
        byte[] objectAll = new byte[2], objectPart = new byte[4];
        byte[] pipedAll = new byte[2], pipedPart = new byte[4];
        byte[] checkedAll = new byte[2], checkedPart = new byte[4];
        byte[] deflaterAll = new byte[2], deflaterPart = new byte[4];
        byte[] gzipAll = new byte[2], gzipPart = new byte[4];
        byte[] zipAll = new byte[2], zipPart = new byte[4];
        byte[] jarAll = new byte[2], jarPart = new byte[4];
        byte[] digestAll = new byte[2], digestPart = new byte[4];
        byte[] unchecked = new byte[2];
        Order.run(
                () -> {
                    plainAll[1] = 1; //! race plainAll write
                    plainPart[0] = 1;
                    plainPart[3] = 1;
                    plainPart[2] = 1; //! race plainPart write
                    bytesAll[1] = 1; //! race bytesAll write
                    bytesPart[0] = 1;
                    bytesPart[3] = 1;
                    bytesPart[2] = 1; //! race bytesPart write
                    fileAll[1] = 1; //! race fileAll write
                    filePart[0] = 1;
                    filePart[3] = 1;
                    filePart[2] = 1; //! race filePart write
                    filterAll[1] = 1; //! race filterAll write
                    filterPart[0] = 1;
                    filterPart[3] = 1;
                    filterPart[2] = 1; //! race filterPart write
                    bufferedAll[1] = 1; //! race bufferedAll write
                    bufferedPart[0] = 1;
                    bufferedPart[3] = 1;
                    bufferedPart[2] = 1; //! race bufferedPart write
                    typedAll[1] = 1; //! race typedAll write
                    typedPart[0] = 1;
                    typedPart[3] = 1;
                    typedPart[2] = 1; //! race typedPart write
                    printAll[1] = 1; //! race printAll write
                    printPart[0] = 1;
                    printPart[3] = 1;
                    printPart[2] = 1; //! race printPart write
                    objectAll[1] = 1; //! race objectAll write
                    objectPart[0] = 1;
                    objectPart[3] = 1;
                    objectPart[2] = 1; //! race objectPart write
                    pipedAll[1] = 1; //! race pipedAll write
                    pipedPart[0] = 1;
                    pipedPart[3] = 1;
                    pipedPart[2] = 1; //! race pipedPart write
                    checkedAll[1] = 1; //! race checkedAll write
                    checkedPart[0] = 1;
                    checkedPart[3] = 1;
                    checkedPart[2] = 1; //! race checkedPart write
                    deflaterAll[1] = 1; //! race deflaterAll write
                    deflaterPart[0] = 1;
                    deflaterPart[3] = 1;
                    deflaterPart[2] = 1; //! race deflaterPart write
                    gzipAll[1] = 1; //! race gzipAll write
                    gzipPart[0] = 1;
                    gzipPart[3] = 1;
                    gzipPart[2] = 1; //! race gzipPart write
                    zipAll[1] = 1; //! race zipAll write
                    zipPart[0] = 1;
                    zipPart[3] = 1;
                    zipPart[2] = 1; //! race zipPart write
                    jarAll[1] = 1; //! race jarAll write
                    jarPart[0] = 1;
                    jarPart[3] = 1;
                    jarPart[2] = 1; //! race jarPart write
                    digestAll[1] = 1; //! race digestAll write
                    digestPart[0] = 1;
                    digestPart[3] = 1;
                    digestPart[2] = 1; //! race digestPart write
                    unchecked[1] = 1; //! race unchecked write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    plain.write(plainAll); //! race plainAll read
                    plain.write(plainPart, 1, 2); //! race plainPart read
                    bytes.write(bytesAll); //! race bytesAll read
                    bytes.write(bytesPart, 1, 2); //! race bytesPart read
                    file.write(fileAll); //! race fileAll read
                    file.write(filePart, 1, 2); //! race filePart read
                    filter.write(filterAll); //! race filterAll read
                    filter.write(filterPart, 1, 2); //! race filterPart read
                    buffered.write(bufferedAll); //! race bufferedAll read
                    buffered.write(bufferedPart, 1, 2); //! race bufferedPart read
                    typed.write(typedAll); //! race typedAll read
                    typed.write(typedPart, 1, 2); //! race typedPart read
                    print.write(printAll); //! race printAll read
                    print.write(printPart, 1, 2); //! race printPart read
                    object.write(objectAll); //! race objectAll read
                    object.write(objectPart, 1, 2); //! race objectPart read
                    piped.write(pipedAll); //! race pipedAll read
                    piped.write(pipedPart, 1, 2); //! race pipedPart read
                    checked.write(checkedAll); //! race checkedAll read
                    checked.write(checkedPart, 1, 2); //! race checkedPart read
                    deflater.write(deflaterAll); //! race deflaterAll read
                    deflater.write(deflaterPart, 1, 2); //! race deflaterPart read
                    gzip.write(gzipAll); //! race gzipAll read
                    gzip.write(gzipPart, 1, 2); //! race gzipPart read
                    zip.write(zipAll); //! race zipAll read
                    zip.write(zipPart, 1, 2); //! race zipPart read
                    jar.write(jarAll); //! race jarAll read
                    jar.write(jarPart, 1, 2); //! race jarPart read
                    digest.write(digestAll); //! race digestAll read
                    digest.write(digestPart, 1, 2); //! race digestPart read
                    bytes.writeBytes(unchecked); //! race unchecked read
                });
    }
}
