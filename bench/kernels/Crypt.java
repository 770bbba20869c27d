import java.util.Arrays;

/**
 * A block cipher over byte arrays: XTEA, block by block of 8 bytes, enciphered and deciphered again.
 * The workers own consecutive blocks; the key is read by all. Size: blocks.
 */
public final class Crypt {
    private static final int CYCLES = 32;
    private static final int DELTA = 0x9E37_79B9;

    private final Workers workers;
    private final byte[] plain;
    private final byte[] secret;
    private final byte[] again;
    private final int[] key = new int[4];

    private Crypt(Kernel kernel) {
        workers = kernel.workers;
        plain = new byte[8 * kernel.size];
        secret = new byte[plain.length];
        again = new byte[plain.length];
        Random random = new Random(1);
        for (int i = 0; i < plain.length; i++) {
            plain[i] = (byte) random.next();
        }
        for (int i = 0; i < key.length; i++) {
            key[i] = random.next();
        }
    }

    private void encipher(int first, int end) {
        for (int at = first; at < end; at += 8) {
            int left = load(plain, at);
            int right = load(plain, at + 4);
            int sum = 0;
            for (int cycle = 0; cycle < CYCLES; cycle++) {
                left += ((right << 4 ^ right >>> 5) + right) ^ (sum + key[sum & 3]);
                sum += DELTA;
                right += ((left << 4 ^ left >>> 5) + left) ^ (sum + key[sum >>> 11 & 3]);
            }
            store(secret, at, left);
            store(secret, at + 4, right);
        }
    }

    private void decipher(int first, int end) {
        for (int at = first; at < end; at += 8) {
            int left = load(secret, at);
            int right = load(secret, at + 4);
            int sum = DELTA * CYCLES;
            for (int cycle = 0; cycle < CYCLES; cycle++) {
                right -= ((left << 4 ^ left >>> 5) + left) ^ (sum + key[sum >>> 11 & 3]);
                sum -= DELTA;
                left -= ((right << 4 ^ right >>> 5) + right) ^ (sum + key[sum & 3]);
            }
            store(again, at, left);
            store(again, at + 4, right);
        }
    }

    private static int load(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
    }

    private static void store(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    private long round() throws InterruptedException {
        int blocks = plain.length / 8;
        workers.inParallel(worker -> {
            encipher(8 * workers.first(worker, blocks), 8 * workers.first(worker + 1, blocks));
            return 0;
        });
        // Each worker deciphers what another one wrote, if there are several.
        workers.inParallel(worker -> {
            int other = (worker + 1) % workers.count;
            decipher(8 * workers.first(other, blocks), 8 * workers.first(other + 1, blocks));
            return 0;
        });
        Kernel.require(Arrays.equals(plain, again), "what was enciphered can be deciphered");
        return Arrays.hashCode(secret);
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 100_000);
        Crypt crypt = new Crypt(kernel);
        kernel.measure(crypt::round);
    }
}
