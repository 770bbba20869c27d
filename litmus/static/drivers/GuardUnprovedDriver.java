final class GuardUnprovedDriver {
    public static void main(String[] arguments) {
        GuardUnproved it = new GuardUnproved(new Object(), new Object());
        Together.run(() -> it.moved(1), () -> it.changeLock());
    }
}
