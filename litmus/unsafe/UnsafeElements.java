// Rule: Unsafe: plain modes and ranges of memory access the elements of arrays that lie there as a whole, also at odd offsets.
public class UnsafeElements {
    static final int LENGTH = 8;

    static long at(Class<?> array, long bytes) {
        return Unsafe.firstElement(array) + bytes;
    }

    public static void main(String[] args) throws Exception {
        int[] ints = new int[LENGTH];
        Object[] objects = new Object[LENGTH];
        byte[] bytes = new byte[LENGTH];
        long[] set = new long[LENGTH];
        short[] source = new short[LENGTH];
        char[] target = new char[LENGTH];
        long ofInt = at(int[].class, Integer.BYTES);
        long ofObject = at(Object[].class, SunUnsafe.UNSAFE.arrayIndexScale(Object[].class));
        long ofBytes = at(byte[].class, 1);
        long ofSet = at(long[].class, Long.BYTES);
        long ofSource = at(short[].class, Short.BYTES);
        long ofTarget = at(char[].class, Character.BYTES);
        Order.run(
                () -> {
                    SunUnsafe.UNSAFE.putInt(ints, ofInt, 1); //! race ints write
                    SunUnsafe.UNSAFE.putObject(objects, ofObject, "o"); //! race objects write
                    bytes[4] = 1; //! race bytes write
                    SunUnsafe.UNSAFE.setMemory(set, ofSet, 2 * Long.BYTES, (byte) 1); //! race set write
                    source[2] = 1; //! race source write
                    SunUnsafe.UNSAFE.copyMemory(source, ofSource, target, ofTarget, 4); //! race target write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    ints[0] = ints[2];
                    int vInt = ints[1]; //! race ints read
                    objects[0] = objects[2];
                    Object vObject = objects[1]; //! race objects read
                    bytes[0] = bytes[5];
                    int vBytes = SunUnsafe.UNSAFE.getInt(bytes, ofBytes); //! race bytes read
                    set[0] = set[3];
                    long vSet = set[2]; //! race set read
                    target[0] = target[3];
                    int vTarget = target[2]; //! race target read
                    char[] copy = new char[LENGTH];
                    SunUnsafe.UNSAFE.copyMemory(source, ofSource, copy, ofTarget, 4); //! race source read
                });
    }
}
