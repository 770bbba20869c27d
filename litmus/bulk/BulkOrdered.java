// Rule: ranges that a lock orders do not race.
//! clean
import java.util.Arrays;

public class BulkOrdered {
    static final int[] shared = new int[8];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    synchronized (shared) {
                        Arrays.fill(shared, 1);
                        Arrays.sort(shared);
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (shared) {
                        System.arraycopy(shared, 0, shared, 1, 7);
                        Arrays.copyOf(shared, 4);
                        shared.clone();
                    }
                });
    }
}
