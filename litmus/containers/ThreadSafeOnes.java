// Rule: containers made for several threads do not race, nor do immutable ones.
//! clean
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class ThreadSafeOnes {
    static final Map<String, String> concurrent = new ConcurrentHashMap<>();
    static final Map<String, String> table = new Hashtable<>();
    static final Map<String, String> wrapped = Collections.synchronizedMap(new HashMap<>());
    static final List<String> vector = new Vector<>();
    static final List<String> copied = new CopyOnWriteArrayList<>();
    static final List<String> fixed = List.of("a");
    static final StringBuffer buffer = new StringBuffer();
    static final Random random = new Random(1);

    static void use() {
        concurrent.put("a", "1");
        table.put("a", "1");
        wrapped.put("a", "1");
        vector.add("a");
        copied.add("a");
        fixed.get(0);
        buffer.append("a");
        random.nextInt();
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    use();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    use();
                });
    }
}
