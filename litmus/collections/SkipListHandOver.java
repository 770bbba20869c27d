// Rule: concurrent collections: putting an element -> taking or reading that element. ConcurrentSkipListMap and Set.
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

//! clean
public class SkipListHandOver {
    static int got;
    static int removed;
    static int found;
    static int entered;
    static int iterated;

    static final class Name implements Comparable<Name> {
        private final String text;

        Name(String text) {
            this.text = text;
        }

        @Override
        public int compareTo(Name other) {
            return text.compareTo(other.text);
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Name, Object> map = new ConcurrentSkipListMap<>();
        ConcurrentSkipListSet<Name> set = new ConcurrentSkipListSet<>();
        Order.run(
                () -> {
                    got = 1;
                    map.put(new Name("a"), new Object());
                    removed = 1;
                    map.putIfAbsent(new Name("b"), new Object());
                    entered = 1;
                    map.put(new Name("c"), new Object());
                    found = 1;
                    set.add(new Name("x"));
                    iterated = 1;
                    set.add(new Name("y"));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    map.get(new Name("a"));
                    got = 2;
                    map.remove(new Name("b"));
                    removed = 2;
                    map.lastEntry().getValue();
                    entered = 2;
                    Order.require(set.contains(new Name("x")));
                    found = 2;
                    Order.require(set.last().text.equals("y"));
                    iterated = 2;
                });
    }
}
