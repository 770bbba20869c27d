// Rule: concurrent collections: putting an element -> reading that element, also in what toArray answers.
import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;

//! clean
public class ToArray {
    static final int[] VALUES = new int[9];

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
        Collection<?>[] collections = {
            new ArrayBlockingQueue<>(1),
            new LinkedBlockingQueue<>(),
            new LinkedBlockingDeque<>(),
            new PriorityBlockingQueue<>(),
            new ConcurrentLinkedQueue<>(),
            new ConcurrentLinkedDeque<>(),
            new LinkedTransferQueue<>(),
            ConcurrentHashMap.newKeySet(),
        };
        Order.run(
                () -> {
                    for (int i = 0; i < collections.length; i++) {
                        VALUES[i] = 1;
                        add(collections[i], Integer.toString(i));
                    }
                    VALUES[8] = 1;
                    map.put("key", new Object());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    for (int i = 0; i < collections.length; i++) {
                        Order.require(collections[i].toArray().length == 1);
                        VALUES[i] = 2;
                    }
                    map.values().toArray(new Object[1]);
                    VALUES[8] = 2;
                });
    }

    @SuppressWarnings("unchecked")
    private static void add(Collection<?> collection, Object element) {
        ((Collection<Object>) collection).add(element);
    }
}
