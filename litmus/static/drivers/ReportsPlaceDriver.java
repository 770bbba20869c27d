final class ReportsPlaceDriver {
    public static void main(String[] arguments) {
        ReportsPlace it = new ReportsPlace();
        Together.run(() -> it.writeBare(1), () -> it.writeBare(1));
        Together.run(() -> it.readBare(), () -> it.readBare(1));
        Together.run(() -> it.bothBare(1), () -> it.bothBare(1));
        Together.run(() -> it.bothBare(), () -> it.bothBare(2));
        Together.run(() -> it.mixed(), () -> it.mixed());
        Together.run(() -> it.mixedIncrement(), () -> it.mixed());
        Together.run(() -> it.chain(), () -> it.chain(1));
        Together.run(() -> it.three(), () -> it.three(1));
        Together.run(() -> it.callee(), () -> it.callee());
        Together.run(() -> it.caller(), () -> it.caller());
    }
}
