// Rule: a field that only the constructor writes is read by a thread that got the object by a race: by code of its own class and of
// another.
public class SettledRaced {
    static class Entry {
        int key;
        long weight;

        Entry() {
            key = 1; //! race key write
            weight = 1; //! race weight write
        }

        long weigh() {
            return weight; //! race weight read
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        new Entry().weigh();
        Order.run(
                () -> {
                    Publication.publish(new Entry());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Entry entry = (Entry) Publication.published();
                    for (int i = 0; i < 3; i++) {
                        long seen = entry.key; //! race key read
                        seen = entry.weigh();
                    }
                });
    }
}
