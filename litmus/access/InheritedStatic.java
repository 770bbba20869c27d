// Rule: a static field is one location, by whatever class it is named.
public class InheritedStatic {
    static class Base {
        static int value;
    }

    static class Derived extends Base {}

    public static void main(String[] args) throws Exception {
        Base.value = 0;
        new Derived();
        Order.run(
                () -> {
                    Derived.value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Base.value = 2; //! race value write
                });
    }
}
