//! Immutable objects, strings, and fields that only a constructor writes.
import java.util.List;
import java.util.Map;
import net.jcip.annotations.Immutable;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ImmutableValues {
    @Immutable
    static final class Money {
        final int amount;
        private int hash;

        // Clean: a constructor.
        Money(int amount) {
            this.amount = amount;
        }

        // Clean: the class says that nobody can see a change; a hash that is computed twice is the same.
        @Override
        public int hashCode() {
            if (hash == 0) {
                hash = amount * 31;
            }
            return hash;
        }

        // Clean: reads only.
        @Override
        public boolean equals(Object other) {
            return other instanceof Money && ((Money) other).amount == amount;
        }
    }

    private final Money money = new Money(3);
    private final List<String> names = List.of("a");
    private final Map<String, String> words = Map.copyOf(Map.of("a", "b"));
    private final String text = "text";
    private int once;
    private Money price = new Money(1);

    // Clean: `once` is written here only, before anybody has the object.
    public ImmutableValues(int once) {
        this.once = once;
    }

    // Clean: see the constructor.
    public int once() {
        return once;
    }

    // Clean: a final field of an object in a final field.
    public int amount() {
        return money.amount;
    }

    // Clean: lists and maps that cannot change.
    public String lookUp(int index) {
        return words.get(names.get(index));
    }

    // Clean: the string's own cache of its hash is the JDK's business.
    public int textHash() {
        return text.hashCode();
    }

    // Reported: the object is immutable, the reference to it is not.
    public void price(int to) {
        price = new Money(to); //~ true-positive unprotected-write price
    }
}
