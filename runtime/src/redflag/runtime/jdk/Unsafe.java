package redflag.runtime.jdk;

import java.lang.reflect.Field;

/**
 * {@code jdk.internal.misc.Unsafe}: the methods that JDK 11 to 25 have in common. The methods on
 * references have other names on 11; the agent renames them there.
 */
public final class Unsafe {
    private Unsafe() {}

    public static native Unsafe getUnsafe();

    public native long objectFieldOffset(Class<?> type, String name);

    public native long objectFieldOffset(Field field);

    public native long staticFieldOffset(Field field);

    public native int arrayIndexScale(Class<?> array);

    public native boolean compareAndSetInt(Object base, long offset, int expected, int value);

    public native boolean compareAndSetLong(Object base, long offset, long expected, long value);

    public native boolean shouldBeInitialized(Class<?> type);

    public native boolean getBoolean(Object base, long offset);

    public native int getInt(Object base, long offset);

    public native void putInt(Object base, long offset, int value);

    public native void putIntRelease(Object base, long offset, int value);

    public native long getLong(Object base, long offset);

    public native long getLongVolatile(Object base, long offset);

    public native void putLong(Object base, long offset, long value);

    public native void putLongRelease(Object base, long offset, long value);

    public native void putReference(Object base, long offset, Object value);

    public native Object getReferenceAcquire(Object base, long offset);

    public native boolean compareAndSetReference(Object base, long offset, Object expected, Object value);

    public native void loadFence();

    public native void storeFence();

    public native void ensureClassInitialized(Class<?> type);
}
