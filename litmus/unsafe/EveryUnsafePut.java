// Rule: Unsafe: a put in plain mode writes the field, of every type.
public class EveryUnsafePut {
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
        return Unsafe.offset(EveryUnsafePut.class, field);
    }

    public static void main(String[] args) throws Exception {
        EveryUnsafePut it = new EveryUnsafePut();
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
                    SunUnsafe.UNSAFE.putBoolean(it, ofBoolean, true); //! race ofBoolean write
                    SunUnsafe.UNSAFE.putByte(it, ofByte, (byte) 1); //! race ofByte write
                    SunUnsafe.UNSAFE.putChar(it, ofChar, 'c'); //! race ofChar write
                    SunUnsafe.UNSAFE.putShort(it, ofShort, (short) 1); //! race ofShort write
                    SunUnsafe.UNSAFE.putInt(it, ofInt, 1); //! race ofInt write
                    SunUnsafe.UNSAFE.putLong(it, ofLong, 1L); //! race ofLong write
                    SunUnsafe.UNSAFE.putFloat(it, ofFloat, 1f); //! race ofFloat write
                    SunUnsafe.UNSAFE.putDouble(it, ofDouble, 1d); //! race ofDouble write
                    SunUnsafe.UNSAFE.putObject(it, ofObject, "o"); //! race ofObject write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean vBoolean = it.forBoolean; //! race ofBoolean read
                    byte vByte = it.forByte; //! race ofByte read
                    char vChar = it.forChar; //! race ofChar read
                    short vShort = it.forShort; //! race ofShort read
                    int vInt = it.forInt; //! race ofInt read
                    long vLong = it.forLong; //! race ofLong read
                    float vFloat = it.forFloat; //! race ofFloat read
                    double vDouble = it.forDouble; //! race ofDouble read
                    Object vObject = it.forObject; //! race ofObject read
                });
    }
}
