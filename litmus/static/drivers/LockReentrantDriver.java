final class LockReentrantDriver {
    public static void main(String[] arguments) {
        LockReentrant it = new LockReentrant();
        Together.run(() -> it.late(), () -> it.late());
        Together.run(() -> it.isReady(), () -> it.makeReady());
    }
}
