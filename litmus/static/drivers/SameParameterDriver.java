final class SameParameterDriver {
    public static void main(String[] arguments) {
        SameParameter it = new SameParameter();
        SameParameter other = new SameParameter();
        Together.run(() -> it.show(other), () -> it.renew(other));
        Together.run(() -> it.renew(other), () -> it.renew(other));
    }
}
