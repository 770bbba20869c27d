// Rule: end of <clinit> -> every first active use: in a method of an object that came without an edge, a read of a static
// final field of its class; and an access to a static field that an annotation exempts from checking.
//! clean
public class InitOwnConstant {
    @interface BenignRace {}

    static class Constant {
        static final Object LOCK = new Object();

        static {
            constant = 1;
        }

        boolean read() {
            return LOCK != null;
        }
    }

    static class Exempt {
        @BenignRace static int count;

        static {
            exempt = 1;
        }

        int read() {
            return count;
        }
    }

    static int constant;
    static int exempt;

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Constant());
                    Order.reach(1);
                    Order.await(2);
                    Publication.publish(new Exempt());
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    Constant first = (Constant) Publication.published();
                    Order.reach(2);
                    first.read();
                    constant = 2;
                    Order.await(3);
                    Exempt second = (Exempt) Publication.published();
                    second.read();
                    exempt = 2;
                });
    }
}
