// Rule: as ConstructorLeak: `this` leaks by a call of another method, from a superclass's
// constructor, before the subclass writes its field.
public class ConstructorLeakByCall {
    static class Base {
        Base() {
            register();
        }

        void register() {
            last = this;
        }
    }

    static class Derived extends Base {
        int late;

        Derived() {
            super();
            late = 1; //! race late write
            Order.reach(1);
        }
    }

    static volatile Base last;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    new Derived();
                },
                () -> {
                    Order.await(1);
                    int seen = ((Derived) last).late; //! race late read
                });
    }
}
