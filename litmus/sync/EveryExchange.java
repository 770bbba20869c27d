// Rule: Exchanger: each way to exchange orders both threads by itself, also when they exchange null.
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;

//! clean
public class EveryExchange {
    static final int WAYS = 4;
    static final int[] FIRST = new int[WAYS];
    static final int[] SECOND = new int[WAYS];

    static void exchange(Exchanger<Object> exchanger, int way) throws Exception {
        Object given = way < 2 ? new Object() : null;
        if (way % 2 == 0) {
            exchanger.exchange(given);
        } else {
            exchanger.exchange(given, 60, TimeUnit.SECONDS);
        }
    }

    public static void main(String[] args) throws Exception {
        Exchanger<Object> exchanger = new Exchanger<>();
        Order.run(
                () -> {
                    for (int way = 0; way < WAYS; way++) {
                        FIRST[way] = 1;
                        exchange(exchanger, way);
                        SECOND[way] = 2;
                    }
                },
                () -> {
                    for (int way = 0; way < WAYS; way++) {
                        SECOND[way] = 1;
                        exchange(exchanger, way);
                        FIRST[way] = 2;
                    }
                });
    }
}
