final class ReplacedParameterDriver {
    public static void main(String[] arguments) {
        ReplacedParameter it = new ReplacedParameter();
        ReplacedParameter.Item item = new ReplacedParameter.Item();
        Together.run(() -> it.show(item), () -> it.write(item));
        Together.run(() -> it.write(item), () -> it.write(item));
    }
}
