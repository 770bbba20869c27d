final class LockSharedDriver {
    public static void main(String[] arguments) {
        LockShared it = new LockShared();
        Together.run(() -> it.weak(1), () -> it.weak(1));
        Together.run(() -> it.fill("a"), () -> it.fill("a"));
    }
}
