final class ReplacedInCalleeDriver {
    public static void main(String[] arguments) {
        ReplacedInCallee it = new ReplacedInCallee();
        Together.run(() -> it.sendKept(it), () -> it.sendKept(it));
    }
}
