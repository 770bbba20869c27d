// Rule: ConcurrentHashMap: a function runs after the updates of its key that came before, and before those that come
// after and those who see its value.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapFunctions {
    static int put;
    static int removed;
    static int computed;
    static int present;
    static int absent;
    static int merged;
    static int seen;
    static int replaced;

    static void first(ConcurrentHashMap<Object, Object> map, ConcurrentHashMap<Object, Object> all) {
        put = 1;
        map.put("put", new Object());
        removed = 1;
        map.remove("removed");
        map.compute("computed", (key, old) -> computed = 1000);
        map.computeIfPresent("present", (key, old) -> present = 1000);
        map.computeIfAbsent("absent", key -> absent = 1000);
        map.merge("merged", "added", (old, added) -> merged = 1000);
        map.merge("seen", "added", (old, added) -> seen = 1000);
        replaced = 1;
        all.put("replaced", new Object());
    }

    static void second(ConcurrentHashMap<Object, Object> map, ConcurrentHashMap<Object, Object> all) {
        map.merge("put", "added", (old, added) -> put = 2000);
        map.computeIfAbsent("removed", key -> removed = 2000);
        map.compute("computed", (key, old) -> computed = 2000);
        map.computeIfPresent("present", (key, old) -> present = 2000);
        map.compute("absent", (key, old) -> absent = 2000);
        map.merge("merged", "added", (old, added) -> merged = 2000);
        Order.require(map.get("seen") != null);
        seen = 2000;
        all.replaceAll((key, old) -> replaced = 2000);
    }

    static ConcurrentHashMap<Object, Object> filled() {
        ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
        for (String key : new String[] {"put", "removed", "computed", "present", "merged", "seen"}) {
            map.put(key, new Object());
        }
        return map;
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Object, Object> trial = filled();
        ConcurrentHashMap<Object, Object> trialOfAll = new ConcurrentHashMap<>();
        first(trial, trialOfAll);
        second(trial, trialOfAll);
        ConcurrentHashMap<Object, Object> map = filled();
        ConcurrentHashMap<Object, Object> all = new ConcurrentHashMap<>();
        Order.run(
                () -> {
                    first(map, all);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    second(map, all);
                });
    }
}
