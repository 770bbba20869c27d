/** Loads the same object twice, and reads the same of it. */
public final class Reloads {
    private static final int ROUNDS = 1000;

    private Reloads next;
    private int number = 1;

    private int twice() {
        return next.number + next.number;
    }

    public static void main(String[] args) {
        Reloads first = new Reloads();
        first.next = new Reloads();
        int sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            first.next.number = round;
            sum += first.twice();
        }
        System.out.println(sum);
    }
}
