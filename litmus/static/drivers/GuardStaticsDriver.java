final class GuardStaticsDriver {
    public static void main(String[] arguments) {
        GuardStatics it = new GuardStatics();
        Together.run(() -> GuardStatics.readByStatic(), () -> it.byStatic());
    }
}
