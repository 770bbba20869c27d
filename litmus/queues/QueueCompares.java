// Rule: what a concurrent collection shows of an element happens after it was put there: to `equals`, comparators,
// predicates and consumers.
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;

//! clean
public class QueueCompares {
    static final class Item implements Comparable<Item> {
        private int number;

        Item(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Item && ((Item) other).number == number;
        }

        @Override
        public int compareTo(Item other) {
            return Integer.compare(number, other.number);
        }
    }

    static void fill(Collection<Item> queue) {
        for (int i = 0; i < 9; i++) {
            queue.add(new Item(i));
        }
    }

    static void look(Collection<Item> queue) {
        Order.require(queue.contains(new Item(3)));
        Order.require(queue.remove(new Item(4)));
        queue.removeIf(item -> item.number() == 5);
        queue.forEach(Item::number);
        queue.add(new Item(10));
        queue.stream().mapToInt(Item::number).sum();
    }

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Item> heap = new PriorityBlockingQueue<>();
        PriorityBlockingQueue<Item> compared = new PriorityBlockingQueue<>(8, Comparator.comparingInt(Item::number));
        List<Collection<Item>> all =
                List.of(
                        new ArrayBlockingQueue<>(16),
                        new LinkedBlockingQueue<>(),
                        new LinkedBlockingDeque<>(),
                        new ConcurrentLinkedQueue<>(),
                        new ConcurrentLinkedDeque<>(),
                        new LinkedTransferQueue<>(),
                        new CopyOnWriteArrayList<>(),
                        heap,
                        compared);
        Order.run(
                () -> {
                    all.forEach(QueueCompares::fill);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    all.forEach(QueueCompares::look);
                    heap.poll();
                    compared.poll();
                });
    }
}
