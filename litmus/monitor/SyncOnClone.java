// Rule: monitor exit -> later enter of the same monitor: an object and its clone are two monitors.
public class SyncOnClone {
    static class Guard implements Cloneable {
        @Override
        public Guard clone() {
            try {
                return (Guard) super.clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Guard guard = new Guard();
        synchronized (guard) {
            value = 0;
        }
        Guard other = guard.clone();
        Order.run(
                () -> {
                    synchronized (guard) {
                        value = 1; //! race value write
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (other) {
                        value = 2; //! race value write
                    }
                });
    }
}
