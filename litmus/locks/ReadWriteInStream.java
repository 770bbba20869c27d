// Rule: a ReadWriteLock that the JDK has inside: closing a directory's stream in two threads gives no edge.
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

public class ReadWriteInStream {
    static int value;

    public static void main(String[] args) throws Exception {
        Path here = Path.of("");
        Files.newDirectoryStream(here).close();
        DirectoryStream<Path> stream = Files.newDirectoryStream(here);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    stream.close();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    stream.close();
                    value = 2; //! race value write
                });
    }
}
