// Rule: CopyOnWriteArrayList: putting an element -> reading it; a list that the JDK makes for its own use, as that of a
// logger's handlers, orders nothing.
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

public class InsideLogger {
    static int value;

    static final class Nowhere extends Handler {
        @Override
        public void publish(LogRecord record) {}

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    public static void main(String[] args) throws Exception {
        Logger logger = Logger.getLogger("litmus");
        Nowhere one = new Nowhere();
        Nowhere other = new Nowhere();
        logger.addHandler(new Nowhere());
        Order.run(
                () -> {
                    value = 1; //! race value write
                    logger.addHandler(one);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    logger.addHandler(other);
                    value = 2; //! race value write
                });
    }
}
