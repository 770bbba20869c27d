package redflag.runtime.jdk;

/** {@code jdk.internal.util.ArraysSupport}: what the compiler has vector instructions for. */
public final class ArraysSupport {
    private ArraysSupport() {}

    /** The first index at which two ranges differ, or -1. */
    public static native int mismatch(char[] a, int aFrom, char[] b, int bFrom, int length);
}
