// Rule: Unsafe: a get in plain mode reads the field, of every type.
public class EveryUnsafeGet {
    boolean forBoolean;
    byte forByte;
    char forChar;
    short forShort;
    int forInt;
    long forLong;
    float forFloat;
    double forDouble;
    Object forObject;

    static long offset(String field) {
        return Unsafe.offset(EveryUnsafeGet.class, field);
    }

    public static void main(String[] args) throws Exception {
        EveryUnsafeGet it = new EveryUnsafeGet();
        long ofBoolean = offset("forBoolean");
        long ofByte = offset("forByte");
        long ofChar = offset("forChar");
        long ofShort = offset("forShort");
        long ofInt = offset("forInt");
        long ofLong = offset("forLong");
        long ofFloat = offset("forFloat");
        long ofDouble = offset("forDouble");
        long ofObject = offset("forObject");
        Order.run(
                () -> {
                    it.forBoolean = true; //! race ofBoolean write
                    it.forByte = (byte) 1; //! race ofByte write
                    it.forChar = 'c'; //! race ofChar write
                    it.forShort = (short) 1; //! race ofShort write
                    it.forInt = 1; //! race ofInt write
                    it.forLong = 1L; //! race ofLong write
                    it.forFloat = 1f; //! race ofFloat write
                    it.forDouble = 1d; //! race ofDouble write
                    it.forObject = "o"; //! race ofObject write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean vBoolean = SunUnsafe.UNSAFE.getBoolean(it, ofBoolean); //! race ofBoolean read
                    byte vByte = SunUnsafe.UNSAFE.getByte(it, ofByte); //! race ofByte read
                    char vChar = SunUnsafe.UNSAFE.getChar(it, ofChar); //! race ofChar read
                    short vShort = SunUnsafe.UNSAFE.getShort(it, ofShort); //! race ofShort read
                    int vInt = SunUnsafe.UNSAFE.getInt(it, ofInt); //! race ofInt read
                    long vLong = SunUnsafe.UNSAFE.getLong(it, ofLong); //! race ofLong read
                    float vFloat = SunUnsafe.UNSAFE.getFloat(it, ofFloat); //! race ofFloat read
                    double vDouble = SunUnsafe.UNSAFE.getDouble(it, ofDouble); //! race ofDouble read
                    Object vObject = SunUnsafe.UNSAFE.getObject(it, ofObject); //! race ofObject read
                });
    }
}
