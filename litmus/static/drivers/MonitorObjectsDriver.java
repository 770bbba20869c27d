final class MonitorObjectsDriver {
    public static void main(String[] arguments) {
        Together.run(() -> MonitorObjects.destroyed(), () -> MonitorObjects.destroy());
    }
}
