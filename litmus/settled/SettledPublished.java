// Rule: a field that only the constructor writes is read after the object was handed over in order: by code of its own class, of
// another, of a subclass, and by several threads.
public class SettledPublished {
    static class Entry {
        int key;
        long weight;
        int[] more;

        Entry(int key) {
            this.key = key;
            this.weight = this.key + 1;
            this.more = new int[] {key};
        }

        long weigh() {
            return key + weight + more[0];
        }
    }

    static class Heavy extends Entry {
        Heavy(int key) {
            super(key);
        }

        long twice() {
            return 2 * weight;
        }
    }

    static volatile Heavy shared;

    static void read() {
        Order.await(1);
        Heavy entry = shared;
        long seen = entry.key + entry.weight + entry.more[0];
        seen += entry.weigh() + entry.twice();
    }

    public static void main(String[] args) throws Exception { //! clean
        Order.run(
                () -> {
                    shared = new Heavy(1);
                    Order.reach(1);
                },
                SettledPublished::read,
                SettledPublished::read);
    }
}
