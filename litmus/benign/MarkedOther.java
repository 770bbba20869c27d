// Rule: a mark is for its field alone: the field beside it is checked, and so are the elements of an array in a marked field.
public class MarkedOther {
    @interface BenignRace {}

    @BenignRace static int[] last = new int[2];
    static int beside;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    beside = 1; //! race beside write
                    last[1] = 1; //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    beside = 2; //! race beside write
                    last[1] = 2; //! race element write
                });
    }
}
