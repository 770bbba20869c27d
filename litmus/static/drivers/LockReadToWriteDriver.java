final class LockReadToWriteDriver {
    public static void main(String[] arguments) {
        LockReadToWrite it = new LockReadToWrite();
        Together.run(() -> it.get(), () -> it.get());
        Together.run(() -> it.remove(1), () -> it.remove(2));
        Together.run(() -> it.show(1), () -> it.show(2));
    }
}
