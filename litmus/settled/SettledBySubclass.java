// Rule: a field that the constructor writes and a subclass too, which the instruction names in place of the class that declares
// it.
public class SettledBySubclass {
    static class Base {
        Object value;

        Base() {
            value = new Object();
        }
    }

    static class Derived extends Base {
        void write() {
            value = null; //! race value write
        }
    }

    public static void main(String[] args) throws Exception {
        Derived shared = new Derived();
        Order.run(
                () -> {
                    Object seen = shared.value; //! race value read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.write();
                });
    }
}
