// Rule: a field that hides one of the superclass, and the hidden one: each races on its own.
public class HiddenFieldRaces {
    static class Base {
        int value;

        void set() {
            value = 1; //! race base write
        }
    }

    static class Derived extends Base {
        private int value;

        @Override
        void set() {
            super.set();
            value = 1; //! race derived write
        }
    }

    public static void main(String[] args) throws Exception {
        Derived object = new Derived();
        Order.run(
                () -> {
                    object.set();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = object.value; //! race derived read
                    seen = ((Base) object).value; //! race base read
                });
    }
}
