final class ReportsReadersDriver {
    public static void main(String[] arguments) {
        ReportsReaders it = new ReportsReaders();
        Together.run(() -> it.readGuarded(), () -> it.breakGuard());
    }
}
