final class LazyValuesDriver {
    public static void main(String[] arguments) {
        LazyValues it = new LazyValues();
        Together.run(() -> LazyValues.single(), () -> LazyValues.single());
        Together.run(() -> LazyValues.broken(), () -> LazyValues.broken());
        Together.run(() -> it.own(), () -> it.own());
    }
}
