/** Races in threads whose names, given as arguments, want to be more than names. */
public final class Hostile {
    private int value;

    public static void main(String[] args) throws InterruptedException {
        Hostile hostile = new Hostile();
        Racing.oneAfterTheOther(() -> hostile.value = 1, args);
    }
}
