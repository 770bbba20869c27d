final class OwnedByFormalsDriver {
    public static void main(String[] arguments) {
        OwnedByFormals it = new OwnedByFormals();
        OwnedByFormals.Point point = new OwnedByFormals.Point();
        Together.run(() -> it.shared(), () -> it.shared());
        Together.run(() -> it.deep(), () -> it.deep());
        Together.run(() -> it.given(point), () -> it.given(point));
        Together.run(() -> it.global(), () -> it.global());
    }
}
