package redflag.runtime;

import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * Bounded spinning, then yielding. The runtime runs inside hooked JDK code and in threads that are
 * ending, where monitors and parking are not to be had.
 *
 * <p>Whoever holds a spin lock must get to its end, or the next one waits for ever. A method that takes
 * one is therefore marked {@link ReservedStackAccess}: where the program's recursion leaves it no stack,
 * the JVM lends it the last page and throws the overflow when it returns.
 */
final class Spin {
    static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final int TURNS = 64;

    private Spin() {}

    /** Locks an int in an object: 0 is free, 1 is taken. */
    static void lock(Object owner, long offset) {
        for (int i = 0; !UNSAFE.compareAndSetInt(owner, offset, 0, 1); i++) {
            pause(i);
        }
    }

    static void unlock(Object owner, long offset) {
        UNSAFE.putIntRelease(owner, offset, 0);
    }

    @DontInline
    static void pause(int turn) {
        if (turn < TURNS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
