// Rule: Collections.synchronized...: what happens under the wrapper's lock is ordered: its calls, also by way of views and of other
// wrappers, and iteration by clients that lock.
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

//! clean
public class SynchronizedIterationLocked {
    /** A map that needs no lock to be asked for this, and that the wrapper's lock does not order. */
    static class Constant extends HashMap<String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String get(Object key) {
            return "value";
        }
    }

    static int sum;

    public static void main(String[] args) throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1)));
        Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>(Map.of(1, 1)));
        Collection<Integer> values = map.values();
        List<Integer> inner = Collections.synchronizedList(new ArrayList<>(List.of(1)));
        List<Integer> outer = Collections.synchronizedList(inner);
        List<Integer> shown = Collections.unmodifiableList(inner);
        Map<Integer, Integer> recent = Collections.synchronizedMap(new LinkedHashMap<>(4, 0.75f, true));
        recent.put(1, 1);
        Constant constant = new Constant();
        constant.put("key", "value");
        Map<String, String> constants = Collections.synchronizedMap(constant);
        Order.run(
                () -> {
                    list.add(2);
                    map.put(2, 2);
                    synchronized (map) {
                        for (int value : values) {
                            sum += value;
                        }
                    }
                    outer.add(2);
                    recent.get(1);
                    constants.get("key");
                    Order.reach(1);
                    Order.await(2);
                    list.remove(0);
                    inner.add(4);
                },
                () -> {
                    Order.await(1);
                    synchronized (list) {
                        for (int number : list) {
                            number++;
                        }
                    }
                    values.remove(1);
                    map.get(2);
                    inner.add(3);
                    shown.contains(3);
                    recent.get(1);
                    constant.get("key");
                    Order.reach(2);
                });
    }
}
