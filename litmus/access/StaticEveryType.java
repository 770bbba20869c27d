// Rule: program order alone does not order two threads. A static field of every type.
public class StaticEveryType {
    static boolean z;
    static byte b;
    static char c;
    static short s;
    static int i;
    static long j;
    static float f;
    static double d;
    static Object o;
    static int[] a;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    z = true; //! race z write
                    b = 1; //! race b write
                    c = 'c'; //! race c write
                    s = 1; //! race s write
                    i = 1; //! race i write
                    j = 1L; //! race j write tears
                    f = 1f; //! race f write
                    d = 1d; //! race d write tears
                    o = "o"; //! race o write
                    a = new int[1]; //! race a write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    z = false; //! race z write
                    b = 2; //! race b write
                    c = 'd'; //! race c write
                    s = 2; //! race s write
                    i = 2; //! race i write
                    j = 2L; //! race j write tears
                    f = 2f; //! race f write
                    d = 2d; //! race d write tears
                    o = "p"; //! race o write
                    a = null; //! race a write
                });
    }
}
