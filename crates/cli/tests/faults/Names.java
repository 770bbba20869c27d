/** Races between threads whose names are meant to confuse a terminal, a line or a JSON reader. */
public final class Names {
    private static int value;

    public static void main(String[] args) throws Exception {
        String[] names = {
            "two\nlines\r\n==================", "\u001b[31mred\u001b[0m\u0007", "lone \ud800 surrogate", "nul \0 inside",
            "\ud83d\ude80 rocket", "\"quoted\\\" \u2028\u202e right to left", ""
        };
        for (String name : names) {
            Thread one = new Thread(() -> value++, name);
            Thread two = new Thread(() -> value++, name);
            one.start();
            Thread.sleep(20);
            two.start();
            one.join();
            two.join();
            value = 0;
        }
        System.out.println("raced");
    }
}
