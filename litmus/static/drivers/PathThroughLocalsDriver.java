final class PathThroughLocalsDriver {
    public static void main(String[] arguments) {
        PathThroughLocals it = new PathThroughLocals();
        Together.run(() -> it.setFirst(1), () -> it.setFirst(1));
        Together.run(() -> it.first(), () -> it.setFirst(2));
        Together.run(() -> it.setRank(1), () -> it.setRank(1));
    }
}
