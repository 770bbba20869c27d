final class MonitorReachedDriver {
    public static void main(String[] arguments) {
        MonitorReached it = new MonitorReached();
        Together.run(() -> it.bare(), () -> it.byField(1));
    }
}
