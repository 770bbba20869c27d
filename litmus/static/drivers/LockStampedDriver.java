final class LockStampedDriver {
    public static void main(String[] arguments) {
        LockStamped it = new LockStamped();
        Together.run(() -> it.bare(), () -> it.set(1));
    }
}
