// Rule: Exchanger: an exchange that times out meets nobody and gives no edge.
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ExchangerTimesOut {
    static int value;

    public static void main(String[] args) throws Exception {
        Exchanger<Object> exchanger = new Exchanger<>();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    timeOut(exchanger);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    timeOut(exchanger);
                    value = 2; //! race value write
                });
    }

    private static void timeOut(Exchanger<Object> exchanger) throws Exception {
        try {
            exchanger.exchange(new Object(), 1, TimeUnit.MILLISECONDS);
            Order.require(false);
        } catch (TimeoutException expected) {
            return;
        }
    }
}
