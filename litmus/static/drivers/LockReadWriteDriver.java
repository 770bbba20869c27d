final class LockReadWriteDriver {
    public static void main(String[] arguments) {
        LockReadWrite it = new LockReadWrite();
        Together.run(() -> it.bare(), () -> it.bare(1));
    }
}
