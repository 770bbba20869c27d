// Rule: an object of a class that synchronizes for its users orders nothing when the JDK made it for itself.
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URL;
import java.security.KeyStore;
import java.util.Map;
import java.util.Observable;
import javax.security.auth.Subject;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.xml.sax.InputSource;

public class JdkOwnMonitors {
    static int vector;
    static int buffer;
    static int table;
    static int properties;
    static int set;
    static int map;
    static int stack;

    static void parse(DocumentBuilder builder) throws Exception {
        builder.parse(new InputSource(new StringReader("<a/>")));
    }

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Observable observable = new Observable();
        StringWriter writer = new StringWriter();
        Subject subject = new Subject();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        // Loads and links what the threads call.
        observable.countObservers();
        writer.write("a");
        new URL("file:/a");
        System.getProperties().putAll(Map.of());
        subject.getPrincipals().isEmpty();
        store.size();
        parse(builder);
        Order.run(
                () -> {
                    vector = 1; //! race vector write
                    observable.countObservers();
                    buffer = 1; //! race buffer write
                    writer.write("a");
                    table = 1; //! race table write
                    new URL("file:/a");
                    properties = 1; //! race properties write
                    System.getProperties().putAll(Map.of());
                    set = 1; //! race set write
                    subject.getPrincipals().isEmpty();
                    map = 1; //! race map write
                    store.size();
                    stack = 1; //! race stack write
                    parse(builder);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    observable.countObservers();
                    vector = 2; //! race vector write
                    writer.write("a");
                    buffer = 2; //! race buffer write
                    new URL("file:/a");
                    table = 2; //! race table write
                    System.getProperties().putAll(Map.of());
                    properties = 2; //! race properties write
                    subject.getPrincipals().isEmpty();
                    set = 2; //! race set write
                    store.size();
                    map = 2; //! race map write
                    parse(builder);
                    stack = 2; //! race stack write
                });
    }
}
