final class GuardFieldsDriver {
    public static void main(String[] arguments) {
        GuardFields it = new GuardFields();
        Together.run(() -> it.reset(), () -> it.add());
        Together.run(() -> it.shown(), () -> it.show(1));
        Together.run(() -> it.split(), () -> it.split(1));
    }
}
