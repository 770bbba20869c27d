// Rule: volatile write -> every later read, by whatever class the field is named.
//! clean
public class InheritedVolatile {
    static class Base {
        volatile boolean ready;
        static volatile boolean readyStatic;
    }

    static class Derived extends Base {}

    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        Derived object = new Derived();
        Base same = object;
        Order.run(
                () -> {
                    first = 1;
                    object.ready = true;
                    second = 1;
                    Derived.readyStatic = true;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(same.ready);
                    first = 2;
                    Order.require(Base.readyStatic);
                    second = 2;
                });
    }
}
