package redflag.runtime;

/**
 * Stacks, as reports show them. They are walked by Java's own means: the JVM's tool interface keeps virtual
 * threads from moving between carriers meanwhile, and on JDK 21 may never let them go on.
 */
final class Stacks {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Stacks.class, "spin");
    private static final String OWN = "java.lang.redflag$";
    /** Frames shown of an access. */
    private static final int ACCESS_DEPTH = 64;
    /** Frames remembered of a thread's creation. */
    private static final int CREATION_DEPTH = 16;
    /** Of a thread that the JVM itself started. */
    static final StackTraceElement[] NONE = {};

    private static final Stacks CREATIONS = new Stacks();

    volatile int spin;
    /** Open addressing, under {@code spin}: threads created in one place share the stack. */
    private StackTraceElement[][] known = new StackTraceElement[1 << 6][];
    private int size;

    private Stacks() {}

    /** The current thread's stack, innermost frame first; null if it is not to be had. */
    static StackTraceElement[] current() {
        return current(ACCESS_DEPTH);
    }

    /** The current thread's stack as the place where a thread is created; null if it is not to be had. */
    static StackTraceElement[] creation() {
        StackTraceElement[] stack = current(CREATION_DEPTH);
        return stack == null ? null : CREATIONS.shared(stack);
    }

    /** For the agent: each frame as class, method, line and, if known, file, with semicolons between. */
    static String[] text(StackTraceElement[] stack) {
        if (stack == null) {
            return null;
        }
        String[] frames = new String[stack.length];
        for (int i = 0; i < stack.length; i++) {
            StackTraceElement frame = stack[i];
            String place = frame.getClassName().concat(";").concat(frame.getMethodName());
            String line = place.concat(";").concat(Integer.toString(frame.getLineNumber()));
            String file = frame.getFileName();
            frames[i] = file == null ? line : line.concat(";").concat(file);
        }
        return frames;
    }

    /** Elements hold names only: they keep no class alive. */
    private static StackTraceElement[] current(int depth) {
        StackTraceElement[] all;
        try {
            all = new Throwable().getStackTrace();
        } catch (StackOverflowError deep) {
            return null;
        }
        int count = 0;
        for (int i = 0; i < all.length && count < depth; i++) {
            if (!all[i].getClassName().startsWith(OWN)) {
                all[count++] = all[i];
            }
        }
        StackTraceElement[] stack = new StackTraceElement[count];
        for (int i = 0; i < count; i++) {
            stack[i] = all[i];
        }
        return count == 0 ? null : stack;
    }

    private StackTraceElement[] shared(StackTraceElement[] stack) {
        int hash = hash(stack);
        Spin.lock(this, SPIN);
        try {
            int at = find(known, stack, hash);
            if (known[at] == null) {
                if (size * 2 >= known.length) {
                    grow();
                    at = find(known, stack, hash);
                }
                known[at] = stack;
                size++;
            }
            return known[at];
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    private static int find(StackTraceElement[][] table, StackTraceElement[] stack, int hash) {
        int at = hash & (table.length - 1);
        while (table[at] != null && !same(table[at], stack)) {
            at = (at + 1) & (table.length - 1);
        }
        return at;
    }

    private void grow() {
        StackTraceElement[][] more = new StackTraceElement[known.length * 2][];
        for (int i = 0; i < known.length; i++) {
            if (known[i] != null) {
                more[find(more, known[i], hash(known[i]))] = known[i];
            }
        }
        known = more;
    }

    private static int hash(StackTraceElement[] stack) {
        int hash = 0;
        for (int i = 0; i < stack.length; i++) {
            StackTraceElement frame = stack[i];
            hash = hash * 31 + frame.getClassName().hashCode();
            hash = hash * 31 + frame.getMethodName().hashCode();
            hash = hash * 31 + frame.getLineNumber();
        }
        return hash ^ hash >>> 15;
    }

    private static boolean same(StackTraceElement[] one, StackTraceElement[] other) {
        if (one.length != other.length) {
            return false;
        }
        for (int i = 0; i < one.length; i++) {
            boolean same = one[i].getLineNumber() == other[i].getLineNumber()
                    && one[i].getMethodName().equals(other[i].getMethodName())
                    && one[i].getClassName().equals(other[i].getClassName());
            if (!same) {
                return false;
            }
        }
        return true;
    }
}
