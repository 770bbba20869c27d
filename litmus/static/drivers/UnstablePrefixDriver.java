final class UnstablePrefixDriver {
    public static void main(String[] arguments) {
        UnstablePrefix it = new UnstablePrefix();
        UnstablePrefix.Whole whole = new UnstablePrefix.Whole();
        Together.run(() -> it.renew(whole), () -> it.renew(whole));
        Together.run(() -> it.own(), () -> it.own());
    }
}
