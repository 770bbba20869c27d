final class StableGlobalsDriver {
    public static void main(String[] arguments) {
        StableGlobals it = new StableGlobals();
        Together.run(() -> StableGlobals.replace(), () -> StableGlobals.replace());
        Together.run(() -> StableGlobals.set(), () -> StableGlobals.set());
        Together.run(() -> it.add("a"), () -> it.add("a"));
    }
}
