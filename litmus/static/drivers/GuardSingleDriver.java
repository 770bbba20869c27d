final class GuardSingleDriver {
    public static void main(String[] arguments) {
        GuardSingle it = new GuardSingle();
        Together.run(() -> it.bare(), () -> it.bare(1));
    }
}
