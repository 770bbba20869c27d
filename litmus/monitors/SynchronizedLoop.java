// Rule: Collections.synchronized...: a loop over the wrapper's iterator reads the list without the lock in each round.
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

public class SynchronizedLoop {
    static final List<String> shared = Collections.synchronizedList(new ArrayList<>(List.of("a", "b", "c", "d")));
    static int sum;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    List<String> list = shared;
                    Iterator<String> all = list.iterator();
                    int read = 0;
                    for (int i = 0; i < 4; i++) {
                        read += all.next().length(); //! container c read
                        // Releases the lock that the other thread will enter.
                        read += i == 1 ? list.size() : 0;
                    }
                    sum = read;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.add("e"); //! container c write
                });
    }
}
