// Rule: readers of every class write as much of the array as they answer to have read, writers of every class read the
// array that they write out, or the range of it, and nothing else.
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.CharArrayWriter;
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.FilterReader;
import java.io.FilterWriter;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.OutputStreamWriter;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;

public class EveryReaderWriter {
    static final String TEXT = "some text";

    static Reader text() {
        return new StringReader(TEXT);
    }

    static Writer sink() {
        return new StringWriter();
    }

    static File file() throws Exception {
        File file = File.createTempFile("litmus", null);
        file.deleteOnExit();
        try (FileWriter out = new FileWriter(file)) {
            out.write(TEXT);
        }
        return file;
    }

    /** The library has no public subclass. */
    static class Through extends FilterWriter {
        Through(Writer out) {
            super(out);
        }
    }

    public static void main(String[] args) throws Exception {
        Reader plain = text();
        InputStreamReader stream = new InputStreamReader(new ByteArrayInputStream(TEXT.getBytes()));
        FileReader file = new FileReader(file());
        BufferedReader buffered = new BufferedReader(text());
        LineNumberReader numbered = new LineNumberReader(text());
        StringReader string = new StringReader(TEXT);
        CharArrayReader array = new CharArrayReader(TEXT.toCharArray());
        FilterReader filter = new PushbackReader(text());
        PushbackReader pushback = new PushbackReader(text());
        PipedWriter pipe = new PipedWriter();
        PipedReader piped = new PipedReader(pipe);
        pipe.write(TEXT);
        Writer toPlain = sink();
        OutputStreamWriter toStream = new OutputStreamWriter(new ByteArrayOutputStream());
        FileWriter toFile = new FileWriter(file());
        BufferedWriter toBuffer = new BufferedWriter(sink());
        StringWriter toString = new StringWriter();
        CharArrayWriter toArray = new CharArrayWriter();
        FilterWriter toFilter = new Through(sink());
        PipedWriter toPipe = new PipedWriter(new PipedReader());
        PrintWriter print = new PrintWriter(sink());
        char[] plainAll = new char[2], plainPart = new char[4];
        char[] streamAll = new char[2], streamPart = new char[4];
        char[] fileAll = new char[2], filePart = new char[4];
        char[] bufferedAll = new char[2], bufferedPart = new char[4];
        char[] numberedAll = new char[2], numberedPart = new char[4];
        char[] stringAll = new char[2], stringPart = new char[4];
        char[] arrayAll = new char[2], arrayPart = new char[4];
        char[] filterAll = new char[2], filterPart = new char[4];
        char[] pushbackAll = new char[2], pushbackPart = new char[4];
        char[] pipedAll = new char[2], pipedPart = new char[4];
        char[] toPlainAll = new char[2], toPlainPart = new char[4];
        char[] toStreamAll = new char[2], toStreamPart = new char[4];
        char[] toFileAll = new char[2], toFilePart = new char[4];
        char[] toBufferAll = new char[2], toBufferPart = new char[4];
        char[] toStringAll = new char[2], toStringPart = new char[4];
        char[] toArrayAll = new char[2], toArrayPart = new char[4];
        char[] toFilterAll = new char[2], toFilterPart = new char[4];
        char[] toPipeAll = new char[2], toPipePart = new char[4];
        char[] printAll = new char[2], printPart = new char[4];
        Order.run(
                () -> {
                    char v;
                    v = plainAll[1]; //! race plainAll read
                    plainPart[0] = plainPart[3];
                    v = plainPart[2]; //! race plainPart read
                    v = streamAll[1]; //! race streamAll read
                    streamPart[0] = streamPart[3];
                    v = streamPart[2]; //! race streamPart read
                    v = fileAll[1]; //! race fileAll read
                    filePart[0] = filePart[3];
                    v = filePart[2]; //! race filePart read
                    v = bufferedAll[1]; //! race bufferedAll read
                    bufferedPart[0] = bufferedPart[3];
                    v = bufferedPart[2]; //! race bufferedPart read
                    v = numberedAll[1]; //! race numberedAll read
                    numberedPart[0] = numberedPart[3];
                    v = numberedPart[2]; //! race numberedPart read
                    v = stringAll[1]; //! race stringAll read
                    stringPart[0] = stringPart[3];
                    v = stringPart[2]; //! race stringPart read
                    v = arrayAll[1]; //! race arrayAll read
                    arrayPart[0] = arrayPart[3];
                    v = arrayPart[2]; //! race arrayPart read
                    v = filterAll[1]; //! race filterAll read
                    filterPart[0] = filterPart[3];
                    v = filterPart[2]; //! race filterPart read
                    v = pushbackAll[1]; //! race pushbackAll read
                    pushbackPart[0] = pushbackPart[3];
                    v = pushbackPart[2]; //! race pushbackPart read
                    v = pipedAll[1]; //! race pipedAll read
                    pipedPart[0] = pipedPart[3];
                    v = pipedPart[2]; //! race pipedPart read
                    toPlainAll[1] = 'c'; //! race toPlainAll write
                    toPlainPart[0] = 'c';
                    toPlainPart[3] = 'c';
                    toPlainPart[2] = 'c'; //! race toPlainPart write
                    toStreamAll[1] = 'c'; //! race toStreamAll write
                    toStreamPart[0] = 'c';
                    toStreamPart[3] = 'c';
                    toStreamPart[2] = 'c'; //! race toStreamPart write
                    toFileAll[1] = 'c'; //! race toFileAll write
                    toFilePart[0] = 'c';
                    toFilePart[3] = 'c';
                    toFilePart[2] = 'c'; //! race toFilePart write
                    toBufferAll[1] = 'c'; //! race toBufferAll write
                    toBufferPart[0] = 'c';
                    toBufferPart[3] = 'c';
                    toBufferPart[2] = 'c'; //! race toBufferPart write
                    toStringAll[1] = 'c'; //! race toStringAll write
                    toStringPart[0] = 'c';
                    toStringPart[3] = 'c';
                    toStringPart[2] = 'c'; //! race toStringPart write
                    toArrayAll[1] = 'c'; //! race toArrayAll write
                    toArrayPart[0] = 'c';
                    toArrayPart[3] = 'c';
                    toArrayPart[2] = 'c'; //! race toArrayPart write
                    toFilterAll[1] = 'c'; //! race toFilterAll write
                    toFilterPart[0] = 'c';
                    toFilterPart[3] = 'c';
                    toFilterPart[2] = 'c'; //! race toFilterPart write
                    toPipeAll[1] = 'c'; //! race toPipeAll write
                    toPipePart[0] = 'c';
                    toPipePart[3] = 'c';
                    toPipePart[2] = 'c'; //! race toPipePart write
                    printAll[1] = 'c'; //! race printAll write
                    printPart[0] = 'c';
                    printPart[3] = 'c';
                    printPart[2] = 'c'; //! race printPart write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    plain.read(plainAll); //! race plainAll write
                    plain.read(plainPart, 1, 2); //! race plainPart write
                    stream.read(streamAll); //! race streamAll write
                    stream.read(streamPart, 1, 2); //! race streamPart write
                    file.read(fileAll); //! race fileAll write
                    file.read(filePart, 1, 2); //! race filePart write
                    buffered.read(bufferedAll); //! race bufferedAll write
                    buffered.read(bufferedPart, 1, 2); //! race bufferedPart write
                    numbered.read(numberedAll); //! race numberedAll write
                    numbered.read(numberedPart, 1, 2); //! race numberedPart write
                    string.read(stringAll); //! race stringAll write
                    string.read(stringPart, 1, 2); //! race stringPart write
                    array.read(arrayAll); //! race arrayAll write
                    array.read(arrayPart, 1, 2); //! race arrayPart write
                    filter.read(filterAll); //! race filterAll write
                    filter.read(filterPart, 1, 2); //! race filterPart write
                    pushback.read(pushbackAll); //! race pushbackAll write
                    pushback.read(pushbackPart, 1, 2); //! race pushbackPart write
                    piped.read(pipedAll); //! race pipedAll write
                    piped.read(pipedPart, 1, 2); //! race pipedPart write
                    toPlain.write(toPlainAll); //! race toPlainAll read
                    toPlain.write(toPlainPart, 1, 2); //! race toPlainPart read
                    toStream.write(toStreamAll); //! race toStreamAll read
                    toStream.write(toStreamPart, 1, 2); //! race toStreamPart read
                    toFile.write(toFileAll); //! race toFileAll read
                    toFile.write(toFilePart, 1, 2); //! race toFilePart read
                    toBuffer.write(toBufferAll); //! race toBufferAll read
                    toBuffer.write(toBufferPart, 1, 2); //! race toBufferPart read
                    toString.write(toStringAll); //! race toStringAll read
                    toString.write(toStringPart, 1, 2); //! race toStringPart read
                    toArray.write(toArrayAll); //! race toArrayAll read
                    toArray.write(toArrayPart, 1, 2); //! race toArrayPart read
                    toFilter.write(toFilterAll); //! race toFilterAll read
                    toFilter.write(toFilterPart, 1, 2); //! race toFilterPart read
                    toPipe.write(toPipeAll); //! race toPipeAll read
                    toPipe.write(toPipePart, 1, 2); //! race toPipePart read
                    print.write(printAll); //! race printAll read
                    print.write(printPart, 1, 2); //! race printPart read
                });
    }
}
