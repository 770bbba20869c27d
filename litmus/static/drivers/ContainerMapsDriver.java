final class ContainerMapsDriver {
    public static void main(String[] arguments) {
        ContainerMaps it = new ContainerMaps();
        it.keep("a");
        Together.run(() -> it.put("a", "b"), () -> it.put("a", "b"));
        Together.run(() -> it.get("a"), () -> it.put("b", "c"));
        Together.run(() -> it.remember("a", "b"), () -> it.remember("a", "b"));
        Together.run(() -> it.visit("a"), () -> it.visit("a"));
        Together.run(() -> it.forget("a"), () -> it.forget("a"));
        Together.run(() -> it.dropFirst(), () -> it.dropFirst());
        Together.run(() -> it.keep("b"), () -> it.keep("b"));
        Together.run(() -> it.count("a"), () -> it.count("a"));
    }
}
