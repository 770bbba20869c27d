/** Runs the drivers that it is given by name, one after the other. */
final class Drivers {
    private Drivers() {}

    public static void main(String[] names) throws ReflectiveOperationException {
        for (String name : names) {
            Object noArguments = new String[0];
            Class.forName(name).getMethod("main", String[].class).invoke(null, noArguments);
        }
    }
}
