/** Arrays that live for a moment: each is filled, read and dropped. Size: arrays. */
public final class ShortArrays {
    private static final int LONGEST = 16;

    private static int[] make(int seed) {
        int[] numbers = new int[1 + seed % LONGEST];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = seed + i;
        }
        return numbers;
    }

    private static long digest(int[] numbers) {
        long digest = 0;
        for (int number : numbers) {
            digest = 31 * digest + number;
        }
        return digest;
    }

    private static long round(Workers workers, int arrays) throws InterruptedException {
        return workers.inParallel(worker -> {
            // The last few stay reachable, so that none is optimised away.
            int[][] last = new int[8][];
            long sum = 0;
            int end = workers.first(worker + 1, arrays);
            for (int i = workers.first(worker, arrays); i < end; i++) {
                last[i % 8] = make(i);
                sum += digest(last[i % 8]);
            }
            return sum;
        });
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 10_000_000);
        kernel.measure(() -> round(kernel.workers, kernel.size));
    }
}
