// Rule: a field of a subclass and one of the same name in its superclass are two locations.
//! clean
public class HiddenField {
    static class Base {
        int value;
    }

    static class Derived extends Base {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Derived object = new Derived();
        Order.run(
                () -> {
                    object.value = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    ((Base) object).value = 2;
                });
    }
}
