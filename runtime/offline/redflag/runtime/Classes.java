package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/** The classes that {@code redflag instrument} rewrote, and which of them were loaded. */
final class Classes {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Classes.class, "spin");
    private static final Classes ALL = new Classes();
    /** What is known of a class: methods, sites, skipped methods, exempt fields, exempt methods. */
    private static final int NUMBERS = 5;

    private static final int SKIPPED = 2;

    volatile int spin;
    /** Open addressing; never changed after reading. */
    private String[] names = {};
    /** Where the numbers of each name start. */
    private int[] places = {};
    private Table table;

    /** Under {@code spin}, as all below. */
    private boolean[] loaded = {};
    private final long[] sums = new long[NUMBERS];
    private int count;
    private int again;
    private String anAgain;
    private int elsewhere;
    private String anElsewhere;

    private Classes() {}

    static void read(Table table) {
        int count = table.number();
        int capacity = Integer.highestOneBit(count * 2 + 1) * 2;
        ALL.table = table;
        ALL.names = new String[capacity];
        ALL.places = new int[capacity];
        ALL.loaded = new boolean[capacity];
        for (int i = 0; i < count; i++) {
            String name = table.string().replace('/', '.');
            int at = ALL.find(name);
            ALL.names[at] = name;
            ALL.places[at] = table.skip(NUMBERS * 4);
        }
    }

    private int find(String name) {
        int at = name.hashCode() * 0x9E3779B9 >>> 7 & names.length - 1;
        while (names[at] != null && !names[at].equals(name)) {
            at = at + 1 & names.length - 1;
        }
        return at;
    }

    /** A loader has defined this class. */
    @ReservedStackAccess
    static void defined(Class<?> type) {
        String name = type.getName();
        int at = ALL.find(name);
        Spin.lock(ALL, SPIN);
        boolean skips = false;
        if (ALL.names[at] == null) {
            ALL.elsewhere++;
            ALL.anElsewhere = ALL.anElsewhere == null ? name : ALL.anElsewhere;
        } else if (ALL.loaded[at]) {
            ALL.again++;
            ALL.anAgain = ALL.anAgain == null ? name : ALL.anAgain;
        } else {
            ALL.loaded[at] = true;
            ALL.count++;
            for (int i = 0; i < NUMBERS; i++) {
                ALL.sums[i] += ALL.table.number(ALL.places[at] + i * 4);
            }
            skips = ALL.table.number(ALL.places[at] + SKIPPED * 4) != 0;
        }
        Spin.unlock(ALL, SPIN);
        if (skips) {
            new Line("skipped").text("class", name.replace('.', '/')).write();
        }
    }

    /** Adds what was loaded to a line. */
    static Line told(Line line) {
        Spin.lock(ALL, SPIN);
        int count = ALL.count;
        int elsewhere = ALL.elsewhere;
        int again = ALL.again;
        long[] sums = ALL.sums.clone();
        Spin.unlock(ALL, SPIN);
        return line.number("classes", count)
                .number("methods", sums[0])
                .number("sites", sums[1])
                .number("skipped_methods", sums[SKIPPED])
                .number("exempt_fields", sums[3])
                .number("exempt_methods", sums[4])
                .number("elsewhere", elsewhere)
                .text("an_elsewhere", ALL.anElsewhere)
                .number("again", again)
                .text("an_again", ALL.anAgain);
    }
}
