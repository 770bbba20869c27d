// Rule: of elements that one line accesses one after the other, those behind an exception are not accessed, nor are those beside them. An
// acquire between two of them comes before the second.
//! clean
public class NeighboursOthers {
    static volatile int signal;

    static int load(byte[] bytes, int at) {
        return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    }

    static int loadApart(int[] cells, int at) {
        return cells[at] + cells[at - 2] + cells[at - 6];
    }

    static int divide(int[] cells, int at, int by) {
        return cells[at] + cells[at + 1] / by + cells[at + 2];
    }

    static int loadAround(int[] cells, int[] missing) {
        return cells[0] + missing[0] + cells[1];
    }

    static int leaveAtOnce(int[] cells, int at) {
        return cells[at] + cells[at + 2] + cells[at + 1] + cells[at - 1];
    }

    static void storeReferences(Object[] strings, int at) {
        strings[at] = "one"; strings[at + 1] = 2; strings[at + 2] = "three";
    }

    static int scaled(int[] cells, int by) {
        return cells[4 * by] + cells[4 * by + 1] + cells[4 * by + 2];
    }

    static void fails(Runnable body) {
        try {
            body.run();
        } catch (RuntimeException expected) {
            return;
        }
        Order.require(false);
    }

    static int acquire() {
        Order.reach(1);
        Order.await(2);
        return signal;
    }

    static int loadAcrossAcquire(int[] cells, int at) {
        return cells[at] + acquire() + cells[at + 1];
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[64];
        int[] apart = new int[64];
        int[] divided = new int[64];
        int[] cells = new int[64];
        int[] left = new int[64];
        int[] few = new int[4];
        String[] strings = new String[64];
        int[] wrapped = new int[64];
        int[] acquired = new int[64];
        fails(() -> load(bytes, 64));
        fails(() -> load(null, 0));
        Order.run(
                () -> {
                    load(bytes, 1);
                    fails(() -> load(bytes, Integer.MAX_VALUE));
                    fails(() -> load(bytes, -1));
                    loadApart(apart, 20);
                    fails(() -> divide(divided, 8, 0));
                    fails(() -> divide(few, 0, 0));
                    fails(() -> loadAround(cells, null));
                    fails(() -> leaveAtOnce(left, 62));
                    fails(() -> storeReferences(strings, 0));
                    scaled(wrapped, 1 << 30);
                    loadAcrossAcquire(acquired, 0);
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    acquired[1] = 1;
                    signal = 1;
                    Order.reach(2);
                    Order.await(3);
                    bytes[0] = bytes[5] = bytes[63] = 1;
                    apart[19] = apart[17] = apart[16] = apart[15] = apart[13] = 1;
                    divided[10] = 1;
                    few[2] = 1;
                    cells[1] = 1;
                    left[61] = left[63] = 1;
                    strings[1] = strings[2] = "other";
                    wrapped[3] = wrapped[63] = 1;
                });
    }
}
