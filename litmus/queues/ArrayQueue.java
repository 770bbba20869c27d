// Rule: BlockingQueue: putting an element -> taking that element. ArrayBlockingQueue: put, add,
// offer; take, poll, remove.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

//! clean
public class ArrayQueue {
    static class Item {
        int value;
    }

    static Item filled() {
        Item item = new Item();
        item.value = 1;
        return item;
    }

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Item> queue = new ArrayBlockingQueue<>(8);
        Order.run(
                () -> {
                    queue.put(filled());
                    queue.add(filled());
                    queue.offer(filled());
                    queue.offer(filled(), 60, TimeUnit.SECONDS);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    queue.take().value++;
                    queue.poll().value++;
                    queue.poll(60, TimeUnit.SECONDS).value++;
                    queue.remove().value++;
                });
    }
}
