// Rule: Cleaner: what a thread does after it registered an action is not ordered with the action, unless a
// reachability fence follows.
import java.lang.ref.Cleaner;

public class CleanerLater {
    static int value;

    public static void main(String[] args) {
        Order.prepare();
        Cleaner cleaner = Cleaner.create();
        register(cleaner);
        Garbage.collectUntil(1);
    }

    private static void register(Cleaner cleaner) {
        cleaner.register(new Object(), new Action());
        value = 1; //! race value write
        Order.reach(2);
    }

    static final class Action implements Runnable {
        @Override
        public void run() {
            Order.await(2);
            value = 2; //! race value write
            Order.reach(1);
        }
    }
}
