// Rule: Cleaner: what a thread did before it registered an action happens before the action.
import java.lang.ref.Cleaner;

//! clean
public class CleanerRegistered {
    static int value;

    public static void main(String[] args) {
        Order.prepare();
        Cleaner cleaner = Cleaner.create();
        register(cleaner);
        Garbage.collectUntil(1);
    }

    private static void register(Cleaner cleaner) {
        value = 1;
        cleaner.register(new Object(), new Action());
    }

    static final class Action implements Runnable {
        @Override
        public void run() {
            value = 2;
            Order.reach(1);
        }
    }
}
