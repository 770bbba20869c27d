// Rule: code whose accesses are exempt from checking still orders threads: it reads another class's volatile field, and
// writes a static field of a class that the other thread initialized.
//! clean
public class ForeignUnchecked {
    @interface SuppressRaces {}

    static class Flag {
        volatile int raised;
    }

    static class Lazy {
        static int field;

        static {
            initialized = 1;
        }
    }

    static int flagged;
    static int initialized;

    @SuppressRaces
    static void raise(Flag flag) {
        flag.raised = 1;
    }

    @SuppressRaces
    static boolean isRaised(Flag flag) {
        return flag.raised == 1;
    }

    @SuppressRaces
    static void write() {
        Lazy.field = 1;
    }

    public static void main(String[] args) throws Exception {
        Flag flag = new Flag();
        Order.run(
                () -> {
                    flagged = 1;
                    raise(flag);
                    write();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(isRaised(flag));
                    flagged = 2;
                    write();
                    initialized = 2;
                });
    }
}
