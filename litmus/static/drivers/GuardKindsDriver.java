final class GuardKindsDriver {
    public static void main(String[] arguments) {
        GuardKinds it = new GuardKinds();
        Together.run(() -> it.mix(), () -> it.mixed(1));
        Together.run(() -> it.confuse(), () -> it.lockIt());
        Together.run(() -> it.createHere(), () -> GuardKinds.create());
    }
}
