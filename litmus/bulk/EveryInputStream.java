// Rule: input streams of every class write as much of the array as they answer to have read, and nothing else.
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.jar.JarInputStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.DeflaterInputStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

public class EveryInputStream {
    static final byte[] DATA = new byte[64];

    /** A stream of the data. */
    static InputStream data() {
        return new ByteArrayInputStream(DATA);
    }

    static File file() throws Exception {
        File file = File.createTempFile("litmus", null);
        file.deleteOnExit();
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(DATA);
        }
        return file;
    }

    static InputStream deflated() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(DATA);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    static InputStream gzipped() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(DATA);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    static InputStream zipped() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry("data"));
            out.write(DATA);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    static InputStream serialized() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.write(DATA);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    public static void main(String[] args) throws Exception {
        InputStream plain = data();
        ByteArrayInputStream bytes = new ByteArrayInputStream(DATA);
        FileInputStream file = new FileInputStream(file());
        FilterInputStream filter = new BufferedInputStream(data());
        BufferedInputStream buffered = new BufferedInputStream(data());
        DataInputStream typed = new DataInputStream(data());
        PushbackInputStream pushback = new PushbackInputStream(data());
        ObjectInputStream object = new ObjectInputStream(serialized());
        PipedOutputStream pipe = new PipedOutputStream();
        PipedInputStream piped = new PipedInputStream(pipe);
        pipe.write(DATA);
        SequenceInputStream sequence = new SequenceInputStream(data(), data());
        CheckedInputStream checked = new CheckedInputStream(data(), new CRC32());
        DeflaterInputStream deflater = new DeflaterInputStream(data());
        InflaterInputStream inflater = new InflaterInputStream(deflated());
        GZIPInputStream gzip = new GZIPInputStream(gzipped());
        ZipInputStream zip = new ZipInputStream(zipped());
        zip.getNextEntry();
        JarInputStream jar = new JarInputStream(zipped());
        jar.getNextEntry();
        DigestInputStream digest = new DigestInputStream(data(), MessageDigest.getInstance("SHA-256"));
        byte[] plainAll = new byte[2], plainPart = new byte[4];
        byte[] bytesAll = new byte[2], bytesPart = new byte[4];
        byte[] fileAll = new byte[2], filePart = new byte[4];
        byte[] filterAll = new byte[2], filterPart = new byte[4];
        byte[] bufferedAll = new byte[2], bufferedPart = new byte[4];
        byte[] typedAll = new byte[2], typedPart = new byte[4];
        byte[] pushbackAll = new byte[2], pushbackPart = new byte[4];
        byte[] objectAll = new byte[2], objectPart = new byte[4];
        byte[] pipedAll = new byte[2], pipedPart = new byte[4];
        byte[] sequenceAll = new byte[2], sequencePart = new byte[4];
        byte[] checkedAll = new byte[2], checkedPart = new byte[4];
        byte[] deflaterAll = new byte[2], deflaterPart = new byte[4];
        byte[] inflaterAll = new byte[2], inflaterPart = new byte[4];
        byte[] gzipAll = new byte[2], gzipPart = new byte[4];
        byte[] zipAll = new byte[2], zipPart = new byte[4];
        byte[] jarAll = new byte[2], jarPart = new byte[4];
        byte[] digestAll = new byte[2], digestPart = new byte[4];
        byte[] nbytes = new byte[6], end = new byte[2];
        InputStream few = new ByteArrayInputStream(new byte[2]);
        Order.run(
                () -> {
                    byte v;
                    v = plainAll[1]; //! race plainAll read
                    plainPart[0] = plainPart[3];
                    v = plainPart[2]; //! race plainPart read
                    v = bytesAll[1]; //! race bytesAll read
                    bytesPart[0] = bytesPart[3];
                    v = bytesPart[2]; //! race bytesPart read
                    v = fileAll[1]; //! race fileAll read
                    filePart[0] = filePart[3];
                    v = filePart[2]; //! race filePart read
                    v = filterAll[1]; //! race filterAll read
                    filterPart[0] = filterPart[3];
                    v = filterPart[2]; //! race filterPart read
                    v = bufferedAll[1]; //! race bufferedAll read
                    bufferedPart[0] = bufferedPart[3];
                    v = bufferedPart[2]; //! race bufferedPart read
                    v = typedAll[1]; //! race typedAll read
                    typedPart[0] = typedPart[3];
                    v = typedPart[2]; //! race typedPart read
                    v = pushbackAll[1]; //! race pushbackAll read
                    pushbackPart[0] = pushbackPart[3];
                    v = pushbackPart[2]; //! race pushbackPart read
                    v = objectAll[1]; //! race objectAll read
                    objectPart[0] = objectPart[3];
                    v = objectPart[2]; //! race objectPart read
                    v = pipedAll[1]; //! race pipedAll read
                    pipedPart[0] = pipedPart[3];
                    v = pipedPart[2]; //! race pipedPart read
                    v = sequenceAll[1]; //! race sequenceAll read
                    sequencePart[0] = sequencePart[3];
                    v = sequencePart[2]; //! race sequencePart read
                    v = checkedAll[1]; //! race checkedAll read
                    checkedPart[0] = checkedPart[3];
                    v = checkedPart[2]; //! race checkedPart read
                    v = deflaterAll[1]; //! race deflaterAll read
                    deflaterPart[0] = deflaterPart[3];
                    v = deflaterPart[2]; //! race deflaterPart read
                    v = inflaterAll[1]; //! race inflaterAll read
                    inflaterPart[0] = inflaterPart[3];
                    v = inflaterPart[2]; //! race inflaterPart read
                    v = gzipAll[1]; //! race gzipAll read
                    gzipPart[0] = gzipPart[3];
                    v = gzipPart[2]; //! race gzipPart read
                    v = zipAll[1]; //! race zipAll read
                    zipPart[0] = zipPart[3];
                    v = zipPart[2]; //! race zipPart read
                    v = jarAll[1]; //! race jarAll read
                    jarPart[0] = jarPart[3];
                    v = jarPart[2]; //! race jarPart read
                    v = digestAll[1]; //! race digestAll read
                    digestPart[0] = digestPart[3];
                    v = digestPart[2]; //! race digestPart read
                    nbytes[0] = nbytes[3];
                    v = nbytes[2]; //! race nbytes read
                    v = end[0];
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    plain.read(plainAll); //! race plainAll write
                    plain.read(plainPart, 1, 2); //! race plainPart write
                    bytes.read(bytesAll); //! race bytesAll write
                    bytes.read(bytesPart, 1, 2); //! race bytesPart write
                    file.read(fileAll); //! race fileAll write
                    file.read(filePart, 1, 2); //! race filePart write
                    filter.read(filterAll); //! race filterAll write
                    filter.read(filterPart, 1, 2); //! race filterPart write
                    buffered.read(bufferedAll); //! race bufferedAll write
                    buffered.read(bufferedPart, 1, 2); //! race bufferedPart write
                    typed.read(typedAll); //! race typedAll write
                    typed.read(typedPart, 1, 2); //! race typedPart write
                    pushback.read(pushbackAll); //! race pushbackAll write
                    pushback.read(pushbackPart, 1, 2); //! race pushbackPart write
                    object.read(objectAll); //! race objectAll write
                    object.read(objectPart, 1, 2); //! race objectPart write
                    piped.read(pipedAll); //! race pipedAll write
                    piped.read(pipedPart, 1, 2); //! race pipedPart write
                    sequence.read(sequenceAll); //! race sequenceAll write
                    sequence.read(sequencePart, 1, 2); //! race sequencePart write
                    checked.read(checkedAll); //! race checkedAll write
                    checked.read(checkedPart, 1, 2); //! race checkedPart write
                    deflater.read(deflaterAll); //! race deflaterAll write
                    deflater.read(deflaterPart, 1, 2); //! race deflaterPart write
                    inflater.read(inflaterAll); //! race inflaterAll write
                    inflater.read(inflaterPart, 1, 2); //! race inflaterPart write
                    gzip.read(gzipAll); //! race gzipAll write
                    gzip.read(gzipPart, 1, 2); //! race gzipPart write
                    zip.read(zipAll); //! race zipAll write
                    zip.read(zipPart, 1, 2); //! race zipPart write
                    jar.read(jarAll); //! race jarAll write
                    jar.read(jarPart, 1, 2); //! race jarPart write
                    digest.read(digestAll); //! race digestAll write
                    digest.read(digestPart, 1, 2); //! race digestPart write
                    few.readNBytes(nbytes, 1, 3); //! race nbytes write
                    few.read(end);
                });
    }
}
