package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/** The classes that {@code redflag instrument} rewrote, and which of them were loaded. */
final class Classes {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Classes.class, "spin");
    private static final Classes ALL = new Classes();
    /** What is known of a class: methods, checks, skipped methods, exempt fields, exempt methods, sites. */
    private static final int NUMBERS = 7;

    private static final int SKIPPED = 2;
    private static final int EXEMPT_METHODS = 4;
    private static final int FIRST_SITE = 5;
    private static final int SITES = 6;

    volatile int spin;
    /** Open addressing; never changed after reading. */
    private String[] names = {};
    /** Where the numbers of each name start. */
    private int[] places = {};
    private Table table;

    /** Under {@code spin}, as all below. */
    private boolean[] loaded = {};
    private final long[] sums = new long[EXEMPT_METHODS + 1];
    private int count;
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
        boolean skips = false;
        Spin.lock(ALL, SPIN);
        try {
            if (ALL.names[at] == null) {
                ALL.elsewhere++;
                ALL.anElsewhere = ALL.anElsewhere == null ? name : ALL.anElsewhere;
            } else {
                skips = ALL.load(at);
            }
        } finally {
            Spin.unlock(ALL, SPIN);
        }
        if (skips) {
            new Line("skipped").text("class", name.replace('.', '/')).write();
        }
    }

    /** Counts a class that is loaded; answers whether something of it is left unchecked that was not told yet. */
    private boolean load(int at) {
        count++;
        for (int i = 0; i < sums.length; i++) {
            sums[i] += number(at, i);
        }
        if (loaded[at]) {
            Sites.share(number(at, FIRST_SITE), number(at, SITES));
            return false;
        }
        loaded[at] = true;
        return number(at, SKIPPED) != 0;
    }

    private int number(int at, int index) {
        return table.number(places[at] + index * 4);
    }

    /** Adds what was loaded to a line. */
    static Line told(Line line) {
        Spin.lock(ALL, SPIN);
        int count = ALL.count;
        int elsewhere = ALL.elsewhere;
        long[] sums = ALL.sums.clone();
        Spin.unlock(ALL, SPIN);
        return line.number("classes", count)
                .number("methods", sums[0])
                .number("sites", sums[1])
                .number("skipped_methods", sums[SKIPPED])
                .number("exempt_fields", sums[3])
                .number("exempt_methods", sums[EXEMPT_METHODS])
                .number("elsewhere", elsewhere)
                .text("an_elsewhere", ALL.anElsewhere);
    }
}
