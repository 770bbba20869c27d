/** A race between threads with a name that is meant to confuse a terminal, a line or a JSON reader. */
public final class Names {
    private static final String[] NAMES = {
        "two\nlines\r\n==================", "\u001b[31mred\u001b[0m\u0007", "lone \ud800 surrogate", "nul \0 inside",
        "\ud83d\ude80 rocket", "\"quoted\\\" \u2028\u202e right to left", "",
    };
    private static int value;

    public static void main(String[] args) throws Exception {
        String name = NAMES[Integer.parseInt(args[0])];
        Thread one = new Thread(() -> value++, name);
        Thread two = new Thread(() -> value++, name);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("raced");
    }
}
