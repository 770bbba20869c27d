package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/** All sites: those that {@code redflag instrument} numbered, and those that are added when a handle's field is known. */
final class Sites {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Sites.class, "spin");
    private static final int MAX = (1 << 24) - 1;
    private static final Sites ALL = new Sites();

    /** How many numbers describe a site, and which of them are the target's. */
    private static final int NUMBERS = 9;

    private static final int FLAGS = 5;
    private static final int CLASS = 6;
    private static final int NAME = 7;
    private static final int DESCRIPTOR = 8;

    private static final int IS_FIELD = 1 << 1;
    private static final int IS_STATIC = 1 << 2;
    private static final int IS_DEREFERENCED = 1 << 3;

    /** One that was added. */
    private static final class Added {
        final int of;
        final String type;
        final String name;
        final String descriptor;
        final boolean isStatic;

        Added(int of, String type, String name, String descriptor, boolean isStatic) {
            this.of = of;
            this.type = type;
            this.name = name;
            this.descriptor = descriptor;
            this.isStatic = isStatic;
        }
    }

    volatile int spin;
    private Table table;
    private int start;
    private int count;
    /** By number, whether several loaders have defined the site's class; null as long as that is so for none. */
    private volatile boolean[] shared;
    /** Replaced under {@code spin}; entries stay as they are. */
    private volatile Added[] added = {};

    private Sites() {}

    static void read(Table table) {
        ALL.table = table;
        ALL.count = table.number();
        ALL.start = table.skip(ALL.count * NUMBERS * 4);
    }

    /** The name of the field that the site accesses; null if it is no field. */
    static String fieldName(int site) {
        Added added = added(site);
        if (added != null) {
            return added.name;
        }
        return (number(site, FLAGS) & IS_FIELD) == 0 ? null : string(site, NAME);
    }

    /** The name of the class that the site names, with dots. */
    static String fieldClass(int site) {
        Added added = added(site);
        return added != null ? added.type : string(site, CLASS).replace('/', '.');
    }

    static String fieldDescriptor(int site) {
        Added added = added(site);
        return added != null ? added.descriptor : string(site, DESCRIPTOR);
    }

    static boolean isStatic(int site) {
        Added added = added(site);
        return added != null ? added.isStatic : (number(site, FLAGS) & IS_STATIC) != 0;
    }

    static boolean isDereferenced(int site) {
        Added added = added(site);
        return (number(added != null ? added.of : site, FLAGS) & IS_DEREFERENCED) != 0;
    }

    /** Whether only one class has this site. One that was added is found by its field, of which there is one. */
    static boolean isUnique(int site) {
        boolean[] shared = ALL.shared;
        return shared == null || site > ALL.count || !shared[site];
    }

    /** A loader has defined the class of these sites again. Called by one thread at a time. */
    static void share(int first, int count) {
        boolean[] shared = ALL.shared == null ? new boolean[ALL.count + 1] : ALL.shared;
        for (int i = 0; i < count; i++) {
            shared[first + i] = true;
        }
        ALL.shared = shared;
        Location.forget(first, count);
    }

    private static Added added(int site) {
        return site > ALL.count ? ALL.added[site - ALL.count - 1] : null;
    }

    private static int number(int site, int index) {
        return ALL.table.number(ALL.start + ((site - 1) * NUMBERS + index) * 4);
    }

    private static String string(int site, int index) {
        return ALL.table.string(number(site, index));
    }

    /** A number for a site like this one that accesses the field; 0 if there is none left. */
    @ReservedStackAccess
    static int add(int site, String type, String name, String descriptor, boolean isStatic) {
        Added known = added(site);
        Added fresh = new Added(known != null ? known.of : site, type, name, descriptor, isStatic);
        Spin.lock(ALL, SPIN);
        try {
            Added[] old = ALL.added;
            if (ALL.count + old.length == MAX) {
                return 0;
            }
            Added[] more = new Added[old.length + 1];
            for (int i = 0; i < old.length; i++) {
                more[i] = old[i];
            }
            more[old.length] = fresh;
            ALL.added = more;
            return ALL.count + more.length;
        } finally {
            Spin.unlock(ALL, SPIN);
        }
    }
}
