final class CallChainsDriver {
    public static void main(String[] arguments) {
        CallChains it = new CallChains();
        Together.run(() -> it.callWrite(), () -> it.callWrite());
        Together.run(() -> it.callMiddle(), () -> it.callMiddle());
        Together.run(() -> it.callRead(), () -> it.setRead(1));
        Together.run(() -> it.callHalf(), () -> it.callHalf());
        Together.run(() -> it.callReleased(), () -> it.callReleased());
    }
}
