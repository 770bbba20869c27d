// Rule: volatile write -> every later read, for a field of every type; volatile accesses never race.
//! clean
public class VolatileEveryType {
    static volatile boolean z;
    static volatile byte b;
    static volatile char c;
    static volatile short s;
    static volatile int i;
    static volatile long j;
    static volatile float f;
    static volatile double d;
    static volatile Object o;
    static final int[] CELLS = new int[9];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    z = true;
                    CELLS[1] = 1;
                    b = 1;
                    CELLS[2] = 1;
                    c = 'c';
                    CELLS[3] = 1;
                    s = 1;
                    CELLS[4] = 1;
                    i = 1;
                    CELLS[5] = 1;
                    j = 1;
                    CELLS[6] = 1;
                    f = 1;
                    CELLS[7] = 1;
                    d = 1;
                    CELLS[8] = 1;
                    o = "o";
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean seenZ = z;
                    CELLS[0]++;
                    byte seenB = b;
                    CELLS[1]++;
                    char seenC = c;
                    CELLS[2]++;
                    short seenS = s;
                    CELLS[3]++;
                    int seenI = i;
                    CELLS[4]++;
                    long seenJ = j;
                    CELLS[5]++;
                    float seenF = f;
                    CELLS[6]++;
                    double seenD = d;
                    CELLS[7]++;
                    Object seenO = o;
                    CELLS[8]++;
                });
    }
}
