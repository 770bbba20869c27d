// Rule: a field that only the constructor writes, of an object behind a final field: whoever gets the latter by a race sees it.
public class SettledFrozen {
    static class Inner {
        int value;

        Inner(int value) {
            this.value = value;
        }
    }

    static class Outer {
        final Inner inner;

        Outer(Inner inner) {
            this.inner = inner;
        }
    }

    public static void main(String[] args) throws Exception { //! clean
        Publication.prepare();
        int warm = new Outer(new Inner(0)).inner.value;
        Order.run(
                () -> {
                    Publication.publish(new Outer(new Inner(1)));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Outer outer = (Outer) Publication.published();
                    int seen = outer.inner.value;
                });
    }
}
