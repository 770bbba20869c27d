/** What a JVM does at least, for the time of its start. */
public final class Hello {
    private Hello() {}

    public static void main(String[] args) {
        System.out.println("Hello, world");
    }
}
