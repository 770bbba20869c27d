// Rule: BlockingQueue: putting an element -> drainTo hands that element to the collection's `add`.
import java.util.AbstractCollection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;

//! clean
public class DrainSees {
    static final class Box implements Comparable<Box> {
        private int value;

        @Override
        public int compareTo(Box other) {
            return 0;
        }
    }

    /** Uses an element when it gets it, and keeps none. */
    static final class User extends AbstractCollection<Box> {
        @Override
        public boolean add(Box box) {
            box.value++;
            return true;
        }

        @Override
        public Iterator<Box> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public int size() {
            return 0;
        }
    }

    public static void main(String[] args) throws Exception {
        List<BlockingQueue<Box>> queues =
                List.of(
                        new ArrayBlockingQueue<>(1),
                        new LinkedBlockingQueue<>(),
                        new LinkedBlockingDeque<>(),
                        new PriorityBlockingQueue<>(),
                        new LinkedTransferQueue<>());
        Order.run(
                () -> {
                    for (BlockingQueue<Box> queue : queues) {
                        Box box = new Box();
                        box.value = 1;
                        queue.put(box);
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    for (BlockingQueue<Box> queue : queues) {
                        Order.require(queue.drainTo(new User()) == 1);
                    }
                });
    }
}
