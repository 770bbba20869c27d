// Rule: of elements that one line accesses one after the other each is an access, up to the one that is out of bounds. A release
// between two of them comes before the second.
public class Neighbours {
    static volatile int signal;

    static int load(byte[] bytes, int at) {
        return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]; //! race up read
    }

    static int loadDown(int[] cells, int at) {
        return cells[at] + cells[at - 1] + cells[at - 2] + cells[at - 3]; //! race down read
    }

    static void store(float[] cells, int at) {
        cells[at + 4] = cells[at + 2] = cells[at] = 1; //! race store write
    }

    static void add(int[] cells, int at) {
        cells[at] += 1; cells[at + 1] += 2; cells[at + 2] += 3; //! race add write
    }

    static int loadShort(int[] cells, int at) {
        return cells[at] + cells[at + 1] + cells[at + 2]; //! race short read
    }

    static int loadUntilEnd(short[] cells, int at) {
        try {
            return cells[at] + cells[at + 1] + cells[at + 2] + cells[at + 3]; //! race end read
        } catch (ArrayIndexOutOfBoundsException expected) {
            return -1;
        }
    }

    static int loadUntilStart(char[] cells, int at) {
        try {
            return cells[at] + cells[at - 1] + cells[at - 2] + cells[at - 3]; //! race start read
        } catch (ArrayIndexOutOfBoundsException expected) {
            return -1;
        }
    }

    static int release() {
        signal = 1;
        return 0;
    }

    static int loadAcrossRelease(int[] cells, int at) {
        return cells[at] + release() + cells[at + 1]; //! race release read
    }

    public static void main(String[] args) throws Exception {
        byte[] up = new byte[64];
        int[] down = new int[64];
        float[] stored = new float[64];
        int[] added = new int[64];
        int[] few = new int[4];
        short[] end = new short[64];
        char[] start = new char[64];
        int[] released = new int[64];
        Order.run(
                () -> {
                    load(up, 62 - 3);
                    loadDown(down, 12);
                    store(stored, 0);
                    add(added, 30);
                    loadShort(few, 1);
                    Order.require(loadUntilEnd(end, 62) == -1);
                    Order.require(loadUntilStart(start, 1) == -1);
                    loadAcrossRelease(released, 0);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    up[62] = 1; //! race up write
                    down[9] = 1; //! race down write
                    stored[4] = 1; //! race store write
                    added[32] = 1; //! race add write
                    few[3] = 1; //! race short write
                    end[63] = 1; //! race end write
                    start[0] = 1; //! race start write
                    Order.require(signal == 1);
                    released[0] = 1;
                    released[1] = 1; //! race release write
                });
    }
}
