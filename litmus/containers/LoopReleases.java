// Rule: a call in a loop that releases something is an access of its own in each round.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class LoopReleases {
    static final List<String> shared = new ArrayList<>(List.of("a"));
    static final Object lock = new Object();
    static int sum;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Iterator<String> all = shared.iterator();
                    int read = 0;
                    for (int i = 0; i < 4; i++) {
                        read += all.hasNext() ? 1 : 0; //! container c read
                        if (i == 2) {
                            synchronized (lock) {
                                sum = read;
                            }
                            Order.reach(1);
                            Order.await(2);
                        }
                    }
                },
                () -> {
                    Order.await(1);
                    synchronized (lock) {
                        // After all that the other thread has read so far.
                        shared.add("b"); //! container c write
                    }
                    Order.reach(2);
                });
    }
}
