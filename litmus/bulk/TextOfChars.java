// Rule: strings are made of characters that are read, and written to arrays.
public class TextOfChars {
    static final char[] shared = new char[8];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared[3] = 1; //! race element write
                    String.valueOf(1234).getChars(1, 3, shared, 5); //! race other write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    new String(shared, 3, 1); //! race element read
                    char seen = shared[4];
                    seen = shared[6]; //! race other read
                });
    }
}
