/** Accesses of several kinds, for tests that damage the class around them. */
public class Victim {
    private static int shared;
    private int[] numbers = {1, 2, 3};
    private long wide = 5;

    public static int run(int k) {
        Victim victim = new Victim();
        for (int i = 0; i < k; i++) {
            synchronized (victim) {
                shared += victim.numbers[i % 3];
            }
            victim.wide++;
        }
        return shared + (int) victim.wide;
    }
}
