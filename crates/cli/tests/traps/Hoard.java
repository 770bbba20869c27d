import java.util.ArrayList;
import java.util.List;

/**
 * Fills 50 MB of a heap of 64 with arrays that it writes and reads. With the argument {@code mixed}, some elements of each in another
 * epoch than others; with {@code crowded}, neighbours in an epoch each.
 */
public final class Hoard {
    private static final int ARRAYS = 50;
    private static final int MEGABYTE = 1 << 20;

    public static void main(String[] args) {
        List<byte[]> bytes = new ArrayList<>();
        List<long[]> longs = new ArrayList<>();
        for (int i = 0; i < ARRAYS / 2; i++) {
            // Below a megabyte: beyond, a collector with regions rounds up.
            bytes.add(new byte[MEGABYTE - 64]);
            longs.add(new long[MEGABYTE / 8 - 8]);
        }
        long sum = 0;
        for (int round = 0; round < 2; round++) {
            for (byte[] array : bytes) {
                for (int i = 0; i < array.length; i++) {
                    array[i]++;
                }
            }
            for (long[] array : longs) {
                for (int i = 0; i < array.length; i++) {
                    array[i] += i;
                    sum += array[i];
                }
            }
        }
        if (args.length > 0 && args[0].equals("crowded")) {
            for (byte[] array : bytes) {
                for (int i = 0; i < 64; i++) {
                    synchronized (bytes) {
                        array[i]++;
                    }
                }
            }
        } else if (args.length > 0) {
            for (byte[] array : bytes) {
                synchronized (bytes) {
                    array[0]++;
                }
                for (int i = 0; i < array.length; i += 3) {
                    array[i]++;
                }
            }
        }
        Object[] nodes = new Object[1000];
        for (int i = 0; i < 3_000_000; i++) {
            nodes[i % 1000] = new int[] {i};
        }
        System.out.println(sum + " " + nodes.length);
    }
}
