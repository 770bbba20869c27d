final class PathStaticsDriver {
    public static void main(String[] arguments) {
        PathStatics it = new PathStatics();
        Together.run(() -> PathStatics.create(), () -> PathStatics.create());
        Together.run(() -> it.createHere(), () -> it.createHere());
        Together.run(() -> it.level(1), () -> it.level(1));
        Together.run(() -> it.own(1), () -> it.own(1));
    }
}
