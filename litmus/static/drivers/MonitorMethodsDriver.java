final class MonitorMethodsDriver {
    public static void main(String[] arguments) {
        MonitorMethods it = new MonitorMethods();
        Together.run(() -> it.load(), () -> it.store(1));
        Together.run(() -> it.after(1), () -> it.after(1));
        Together.run(() -> it.before(1), () -> it.before(1));
    }
}
