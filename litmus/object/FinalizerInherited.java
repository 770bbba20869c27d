// Rule: end of constructor -> start of finalizer, also of a finalizer that the class inherits.
//! clean
public class FinalizerInherited {
    static class Base {
        int own = 1;

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            own = 2;
            finish();
        }

        void finish() {}
    }

    static class Derived extends Base {
        int more;

        Derived() {
            more = 1;
        }

        @Override
        void finish() {
            more = 2;
            Order.reach(1);
        }
    }

    public static void main(String[] args) {
        Order.prepare();
        make();
        Garbage.collectUntil(1);
    }

    private static void make() {
        new Derived();
    }
}
