/** Fields that programs of other files access. */
public class ForeignState {
    static int count;
    static volatile boolean readyStatic;
    int value;
    volatile boolean ready;
    final int[] cells = new int[2];
}
