final class OwnedByOrderDriver {
    public static void main(String[] arguments) {
        OwnedByOrder it = new OwnedByOrder();
        OwnedByOrder.Point point = new OwnedByOrder.Point();
        Together.run(() -> it.before(point), () -> it.before(point));
        Together.run(() -> it.lost(point), () -> it.lost(point));
    }
}
