// Rule: what a concurrent collection shows of an element happens after it was put there: not after what was done to it
// later.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

public class QueueComparesChanged {
    static final class Item implements Comparable<Item> {
        int number;
        int rank;

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Item && ((Item) other).number == number; //! race number read
        }

        @Override
        public int compareTo(Item other) {
            return Integer.compare(rank, other.rank); //! race rank read
        }
    }

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Item> queue = new LinkedBlockingQueue<>();
        PriorityBlockingQueue<Item> heap = new PriorityBlockingQueue<>();
        Item first = new Item();
        Item second = new Item();
        Item third = new Item();
        first.compareTo(second);
        first.equals(second);
        Order.run(
                () -> {
                    queue.add(first);
                    heap.add(first);
                    first.number = 1; //! race number write
                    first.rank = 1; //! race rank write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    queue.contains(second);
                    heap.add(third);
                });
    }
}
