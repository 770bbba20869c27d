package androidx.core.util;

/** Pools of objects, each for one user at a time. */
public final class Pools {
    private Pools() {}

    public static class SynchronizedPool<T> {
        public T acquire() {
            return null;
        }

        public boolean release(T instance) {
            return false;
        }
    }
}
