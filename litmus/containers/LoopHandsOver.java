// Rule: what a loop reads before it releases the lock is before what is done under the lock afterwards.
//! clean
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class LoopHandsOver {
    static final List<String> shared = new ArrayList<>(List.of("a", "b", "c", "d"));
    static final Object lock = new Object();
    static int sum;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Iterator<String> all = shared.iterator();
                    int read = 0;
                    while (all.hasNext()) {
                        read += all.next().length();
                    }
                    synchronized (lock) {
                        sum = read;
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (lock) {
                        shared.add("e");
                    }
                });
    }
}
