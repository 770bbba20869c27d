final class GuardedByNameDriver {
    public static void main(String[] arguments) {
        GuardedByName it = new GuardedByName(0);
        Together.run(() -> it.clear(), () -> it.clear());
        Together.run(() -> it.total(), () -> it.add(1));
        Together.run(() -> it.callHelp(), () -> it.callHelp());
        Together.run(() -> GuardedByName.create(), () -> GuardedByName.create());
    }
}
