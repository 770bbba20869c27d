// Rule: program order alone does not order two threads. An instance field of every type.
public class FieldEveryType {
    static class Box {
        boolean z;
        byte b;
        char c;
        short s;
        int i;
        long j;
        float f;
        double d;
        Object o;
        int[] a;
    }

    static void read(Object value) {}

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Order.run(
                () -> {
                    box.z = true; //! race z write
                    box.b = 1; //! race b write
                    box.c = 'c'; //! race c write
                    box.s = 1; //! race s write
                    box.i = 1; //! race i write
                    box.j = 1L; //! race j write tears
                    box.f = 1f; //! race f write
                    box.d = 1d; //! race d write tears
                    box.o = "o"; //! race o write
                    box.a = new int[1]; //! race a write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean z = box.z; //! race z read
                    byte b = box.b; //! race b read
                    char c = box.c; //! race c read
                    short s = box.s; //! race s read
                    int i = box.i; //! race i read
                    long j = box.j; //! race j read tears
                    float f = box.f; //! race f read
                    double d = box.d; //! race d read tears
                    Object o = box.o; //! race o read
                    int[] a = box.a; //! race a read
                });
    }
}
