/**
 * A table that one thread has made and all workers read, over and over: chained objects with
 * fields, and an index in an array. Nothing is written but each worker's sum. Size: entries.
 */
public final class ReadShared {
    private static final int LOOKUPS = 10;

    private static final class Entry {
        int key;
        long weight;
        Entry next;

        Entry(int key, long weight, Entry next) {
            this.key = key;
            this.weight = weight;
            this.next = next;
        }
    }

    private final Workers workers;
    private final int size;
    private final Entry[] buckets;

    private ReadShared(Kernel kernel) {
        workers = kernel.workers;
        size = kernel.size;
        buckets = new Entry[Integer.highestOneBit(size)];
        for (int key = 0; key < size; key++) {
            int at = bucket(key);
            buckets[at] = new Entry(key, key % 1000, buckets[at]);
        }
    }

    private int bucket(int key) {
        return key * 0x9E37_79B1 >>> 7 & buckets.length - 1;
    }

    private long find(int key) {
        Entry entry = buckets[bucket(key)];
        while (entry.key != key) {
            entry = entry.next;
        }
        return entry.weight;
    }

    private long round() throws InterruptedException {
        long found = workers.inParallel(worker -> {
            Random random = new Random(worker);
            long sum = 0;
            for (int i = 0; i < LOOKUPS * size / workers.count; i++) {
                sum += find(random.next(size));
            }
            return sum;
        });
        Kernel.require(found > 0, "something was found");
        return found;
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 50_000);
        ReadShared readShared = new ReadShared(kernel);
        kernel.measure(readShared::round);
    }
}
