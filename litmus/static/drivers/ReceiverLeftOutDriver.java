final class ReceiverLeftOutDriver {
    public static void main(String[] arguments) {
        ReceiverLeftOut it = new ReceiverLeftOut();
        Together.run(() -> it.keepMine(), () -> it.keepMine());
        Together.run(() -> it.bound(), () -> it.bound());
    }
}
