final class AddressStoredDriver {
    public static void main(String[] arguments) {
        AddressStored it = new AddressStored();
        AddressStored.Part part = new AddressStored.Part();
        Together.run(() -> it.read(), () -> it.read());
        Together.run(() -> it.store(part), () -> it.store(part));
        Together.run(() -> it.self(), () -> it.self());
        Together.run(() -> it.inner(), () -> it.inner());
    }
}
