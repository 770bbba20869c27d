final class EscapeByAliasDriver {
    public static void main(String[] arguments) {
        EscapeByAlias it = new EscapeByAlias();
        Together.run(() -> it.second(), () -> it.first(1));
    }
}
