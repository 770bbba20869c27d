// Rule: ConcurrentHashMap: an update for a key -> a retrieval for that key. That for another key gives no edge, also when
// the value is the same object: a small number, a boolean, a literal.
import java.util.concurrent.ConcurrentHashMap;

public class MapSameValue {
    static int got;
    static int gotOr;
    static int contained;
    static int put;
    static int putAgain;
    static int replaced;
    static int absent;
    static int present;
    static int computed;
    static int merged;
    static int removed;

    static void first(ConcurrentHashMap<String, Object> map) {
        got = 1; //! race got write
        gotOr = 1; //! race gotOr write
        contained = 1; //! race contained write
        put = 1; //! race put write
        putAgain = 1; //! race putAgain write
        replaced = 1; //! race replaced write
        absent = 1; //! race absent write
        present = 1; //! race present write
        computed = 1; //! race computed write
        merged = 1; //! race merged write
        removed = 1; //! race removed write
        map.put("first", true);
        map.put("second", 1);
        map.put("third", "literal");
    }

    /** The values of these keys are those of main, and the same. */
    static void second(ConcurrentHashMap<String, Object> map) {
        map.get("a");
        got = 2; //! race got write
        map.getOrDefault("b", 2);
        gotOr = 2; //! race gotOr write
        map.containsKey("c");
        contained = 2; //! race contained write
        map.put("a", 1);
        put = 2; //! race put write
        map.putIfAbsent("b", true);
        putAgain = 2; //! race putAgain write
        map.replace("c", true);
        replaced = 2; //! race replaced write
        map.computeIfAbsent("a", key -> 2);
        absent = 2; //! race absent write
        map.computeIfPresent("b", (key, old) -> "literal");
        present = 2; //! race present write
        map.compute("c", (key, old) -> 1);
        computed = 2; //! race computed write
        map.merge("a", true, (old, added) -> added);
        merged = 2; //! race merged write
        map.remove("a");
        removed = 2; //! race removed write
    }

    static ConcurrentHashMap<String, Object> filled() {
        ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
        map.put("a", true);
        map.put("b", 1);
        map.put("c", "literal");
        return map;
    }

    public static void main(String[] args) throws Exception {
        second(filled());
        ConcurrentHashMap<String, Object> map = filled();
        Order.run(
                () -> {
                    first(map);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    second(map);
                });
    }
}
