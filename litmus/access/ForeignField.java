// Rule: a field of a class of another file.
public class ForeignField {
    public static void main(String[] args) throws Exception {
        ForeignState state = new ForeignState();
        Order.run(
                () -> {
                    state.value = 1; //! race value write
                    state.cells[0] = 1; //! race cell write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = state.value; //! race value read
                    seen = state.cells[0]; //! race cell read
                });
    }
}
