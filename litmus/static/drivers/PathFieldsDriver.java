final class PathFieldsDriver {
    public static void main(String[] arguments) {
        PathFields it = new PathFields();
        it.finish();
        Together.run(() -> it.write(1), () -> it.write(1));
        Together.run(() -> it.increment(), () -> it.increment());
        Together.run(() -> it.count(), () -> it.increment());
        Together.run(() -> it.range(1, 2), () -> it.range(1, 2));
        Together.run(() -> it.sum(), () -> it.range(3, 4));
        Together.run(() -> it.rename("a"), () -> it.rename("a"));
        Together.run(() -> it.await(), () -> it.finish());
    }
}
