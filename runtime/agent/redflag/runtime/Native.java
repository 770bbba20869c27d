package redflag.runtime;

/** What the agent does for the runtime. Programs that were rewritten offline have another class of this name. */
final class Native {
    private Native() {}

    /**
     * What a field reference means. {@code owner} is the object, or the class for a static field.
     * Answers the reflected fields: the field itself, then its shadows (write epoch, read epoch, write
     * site, read site, clock, the mark of one that is not to be checked), null where there is none.
     */
    static native java.lang.reflect.Field[] link(int site, Object owner);

    /** Whether the site is in one class only: whoever loads a class again gives its sites new numbers, if he can. */
    static boolean isUnique(int site) {
        return true;
    }

    /** Whether the object that the site accesses may have been loaded from a field or element. */
    static native boolean dereferenced(int site);

    /**
     * For each static or each other field of this type, or of any if it is null, that the class has or inherits from a
     * class: the array that {@link #link} answers.
     */
    static native java.lang.reflect.Field[][] linkTyped(Class<?> owner, Class<?> type, boolean isStatic);

    /** A number for the site as one that accesses this field; 0 if there is none left. */
    static native int siteOf(int site, Class<?> declarer, String field, Class<?> type, boolean isStatic);

    /**
     * What calls of methods of the class do to its objects as containers; null if it is no container.
     * First a letter for each method's number: n for neither, r for reads, w for writes, R and W for reads and
     * writes of an element, or a digit: 2k for
     * "writes if the k-th field is true, else reads", 2k + 1 for the reverse. Then the field of a view
     * that leads to the container, and that of the elements, or null; then the k-th fields.
     */
    static native String[] container(Class<?> type);

    /** The instance fields that the agent added to the class and to those above it. */
    static native java.lang.reflect.Field[] injected(Class<?> type);

    /**
     * Reports a race that was not seen before, or was but without the earlier access's stack. The first access is the
     * later one. {@code whole} is the class of the array or container; stacks are as {@link Stacks#text} has them.
     */
    static native void race(
            int site,
            int earlierSite,
            String whole,
            long index,
            String thread,
            String earlierThread,
            String[] locks,
            String[] earlierLocks,
            String[] stack,
            String[] earlierStack,
            String[] created,
            String[] earlierCreated);

    /** The race between these sites was seen so many times. */
    static native void count(int site, int earlierSite, long count);

    /** Whether this run is traced. */
    static native boolean traces();

    /** Whether shadow locations are counted. */
    static native boolean countsLocations();

    /** Whether arrays begin with a {@link Palette}. */
    static native boolean compressed();

    /** Events of the trace. */
    static native void trace(byte[] events, int length);

    /** Checking ended for this reason. */
    static native void stopped(String reason);
}
