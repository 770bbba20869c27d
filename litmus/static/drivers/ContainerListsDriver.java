final class ContainerListsDriver {
    public static void main(String[] arguments) {
        ContainerLists it = new ContainerLists();
        it.add("a");
        Together.run(() -> it.add("b"), () -> it.add("b"));
        Together.run(() -> it.first(), () -> it.add("c"));
        Together.run(() -> it.addConcrete("a"), () -> it.addConcrete("a"));
        Together.run(() -> it.poll(), () -> it.poll());
        Together.run(() -> it.push("a"), () -> it.push("a"));
        Together.run(() -> it.offer("a"), () -> it.offer("a"));
        Together.run(() -> it.scan(), () -> it.append("a"));
    }
}
