// Rule: volatile write -> every later read, of a field of a class of another file.
//! clean
public class ForeignVolatile {
    public static void main(String[] args) throws Exception {
        ForeignState state = new ForeignState();
        Order.run(
                () -> {
                    state.value = 1;
                    state.ready = true;
                    ForeignState.count = 1;
                    ForeignState.readyStatic = true;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(state.ready);
                    state.value = 2;
                    Order.require(ForeignState.readyStatic);
                    ForeignState.count = 2;
                });
    }
}
