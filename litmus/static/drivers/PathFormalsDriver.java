final class PathFormalsDriver {
    public static void main(String[] arguments) {
        PathFormals it = new PathFormals();
        PathFormals.Cell cell = new PathFormals.Cell();
        Together.run(() -> it.set(cell), () -> it.set(cell));
        Together.run(() -> it.get(cell), () -> it.set(cell));
        Together.run(() -> it.peek(cell), () -> it.set(cell));
        Together.run(() -> it.copy(cell, cell), () -> it.copy(cell, cell));
        Together.run(() -> PathFormals.clear(cell), () -> PathFormals.clear(cell));
    }
}
