final class CallOthersDriver {
    public static void main(String[] arguments) {
        CallOthers it = new CallOthers();
        CallOthers.Counter counter = new CallOthers.Counter();
        Together.run(() -> it.hit(), () -> it.hit());
        Together.run(() -> it.hits(), () -> it.hit());
        Together.run(() -> it.given(counter), () -> it.given(counter));
    }
}
