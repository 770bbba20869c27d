// Rule: what a concurrent collection shows of an element happens after it was put there: not after what was done to it
// later.
import java.util.concurrent.ConcurrentHashMap;

public class MapKeyChanged {
    static final class Key {
        int number;

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number; //! race number read
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Key, String> map = new ConcurrentHashMap<>();
        Key key = new Key();
        map.get(new Key());
        Order.run(
                () -> {
                    map.put(key, "first");
                    key.number = 1; //! race number write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    map.get(new Key());
                });
    }
}
