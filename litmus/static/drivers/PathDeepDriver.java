final class PathDeepDriver {
    public static void main(String[] arguments) {
        PathDeep it = new PathDeep();
        Together.run(() -> it.grow(), () -> it.grow());
        Together.run(() -> it.load(1), () -> it.load(1));
        Together.run(() -> it.weight(), () -> it.load(2));
    }
}
