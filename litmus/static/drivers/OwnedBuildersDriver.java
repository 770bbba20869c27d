final class OwnedBuildersDriver {
    public static void main(String[] arguments) {
        OwnedBuilders.Car car = new OwnedBuilders.Car();
        OwnedBuilders it = new OwnedBuilders(car);
        OwnedBuilders.CarBuilder builder = new OwnedBuilders.CarBuilder();
        Together.run(() -> new OwnedBuilders(car, 4), () -> new OwnedBuilders(car, 4));
        Together.run(() -> it.sharedBuilder(5), () -> it.sharedBuilder(5));
        Together.run(() -> it.givenBuilder(builder), () -> it.givenBuilder(builder));
    }
}
