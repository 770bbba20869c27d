// Rule: a field is one location, by whatever class it is named: javac names the subclass.
public class InheritedField {
    static class Base {
        int value;
    }

    static class Middle extends Base {}

    static class Derived extends Middle {
        void set() {
            value = 1; //! race value write
        }
    }

    public static void main(String[] args) throws Exception {
        Derived object = new Derived();
        Base same = object;
        Order.run(
                () -> {
                    object.set();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = same.value; //! race value read
                });
    }
}
