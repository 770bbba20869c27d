// Rule: DelayQueue: what it shows of an element to `compareTo`, or asks it by `getDelay`, happens after the element was put there.
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

//! clean
public class DelayedCompares {
    static final class Item implements Delayed {
        private int rank;

        Item(int rank) {
            this.rank = rank;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return -1 - rank;
        }

        @Override
        public int compareTo(Delayed other) {
            return Integer.compare(rank, ((Item) other).rank);
        }
    }

    public static void main(String[] args) throws Exception {
        DelayQueue<Item> queue = new DelayQueue<>();
        DelayQueue<Item> another = new DelayQueue<>();
        Order.run(
                () -> {
                    // The last one moves before those that were there.
                    for (int rank : new int[] {1, 3, 4, 2}) {
                        queue.add(new Item(rank));
                    }
                    another.add(new Item(1));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(queue.take().rank == 1);
                    queue.add(new Item(0));
                    Order.require(queue.take().rank == 0);
                    another.add(new Item(0));
                });
    }
}
