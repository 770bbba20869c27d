package shop;

/** Counts what it takes, without a lock. */
public final class Till {
    private int taken;

    public void take(int amount) {
        taken += amount;
    }

    public int taken() {
        return taken;
    }
}
