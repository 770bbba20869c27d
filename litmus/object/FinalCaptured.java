// Rule: final fields: a local variable that an inner class captured is a final field of it.
//! clean
public class FinalCaptured {
    interface Source {
        int get();
    }

    static Source inner(int[] cells) {
        return new Source() {
            @Override
            public int get() {
                return cells[0];
            }
        };
    }

    static Source filled() {
        int[] cells = {1};
        return inner(cells);
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(filled());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(((Source) Publication.published()).get() == 1);
                });
    }
}
