import java.util.Map;

/**
 * A class with one method that has a bit of everything, so that damage seldom makes two of them
 * faulty.
 */
public final class Single {
    static int count;
    long total;
    int[] numbers = new int[4];
    volatile boolean done;

    static int run(int k, Map<String, Integer> map, long wide) throws Exception {
        Single single = new Single();
        try {
            synchronized (map) {
                for (int i = 0; i < k; i++) {
                    single.numbers[i & 3] += i;
                    single.total += wide * single.numbers[(i + 1) & 3];
                    count++;
                }
            }
            switch (k) {
                case 1:
                    single.done = true;
                    break;
                case 7:
                    map.put("seven", k);
                    break;
                default:
                    single.total = (long) (double) k;
            }
        } catch (IllegalStateException refused) {
            throw new Exception(refused);
        } finally {
            single.done = !single.done;
        }
        return single.done ? (int) single.total : count;
    }
}
