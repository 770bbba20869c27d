final class MonitorAnnotatedDriver {
    public static void main(String[] arguments) {
        MonitorAnnotated it = new MonitorAnnotated();
        it.loop(1);
        Together.run(() -> it.miss(), () -> it.miss());
        Together.run(() -> it.open(1), () -> it.open(1));
        Together.run(() -> it.readOpen(), () -> it.open(2));
        Together.run(() -> it.caughtOutside(0), () -> it.caughtOutside(0));
        Together.run(() -> it.loopUntil(1), () -> it.loop(1));
    }
}
