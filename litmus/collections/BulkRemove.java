// Rule: concurrent collections: putting an element -> reading it, also for the functions of removeIf, forEach and streams.
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;

//! clean
public class BulkRemove {
    static final class Box implements Comparable<Box> {
        int value = 1;

        @Override
        public int compareTo(Box other) {
            return 0;
        }
    }

    public static void main(String[] args) throws Exception {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Collection<Box>[] collections = new Collection[] {
            new ArrayBlockingQueue<Box>(2),
            new LinkedBlockingQueue<Box>(),
            new LinkedBlockingDeque<Box>(),
            new PriorityBlockingQueue<Box>(),
            new ConcurrentLinkedQueue<Box>(),
            new ConcurrentLinkedDeque<Box>(),
            new LinkedTransferQueue<Box>(),
        };
        List<Map<String, Box>> maps = List.of(new ConcurrentHashMap<>(), new ConcurrentSkipListMap<>());
        Order.run(
                () -> {
                    for (Collection<Box> collection : collections) {
                        collection.add(new Box());
                    }
                    for (Map<String, Box> map : maps) {
                        map.put("key", new Box());
                    }
                    Order.reach(1);
                    Order.await(2);
                    for (Collection<Box> collection : collections) {
                        collection.add(new Box());
                    }
                    Order.reach(3);
                    Order.await(4);
                    for (Collection<Box> collection : collections) {
                        collection.clear();
                        collection.add(new Box());
                    }
                    Order.reach(5);
                },
                () -> {
                    Order.await(1);
                    for (Collection<Box> collection : collections) {
                        collection.removeIf(box -> box.value++ == 1);
                    }
                    for (Map<String, Box> map : maps) {
                        map.values().removeIf(box -> box.value++ == 1);
                    }
                    Order.reach(2);
                    Order.await(3);
                    for (Collection<Box> collection : collections) {
                        collection.forEach(box -> box.value++);
                    }
                    Order.reach(4);
                    Order.await(5);
                    for (Collection<Box> collection : collections) {
                        collection.stream().filter(box -> box.value++ == 1).findFirst();
                    }
                });
    }
}
