// Rule: Exchanger: what each thread did before it exchanged happens before the other's return.
import java.util.concurrent.Exchanger;

//! clean
public class ExchangerBothWays {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        Exchanger<Object> exchanger = new Exchanger<>();
        Order.run(
                () -> {
                    first = 1;
                    exchanger.exchange(new Object());
                    second = 2;
                },
                () -> {
                    second = 1;
                    exchanger.exchange(new Object());
                    first = 2;
                });
    }
}
