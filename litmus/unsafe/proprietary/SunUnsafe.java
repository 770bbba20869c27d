import java.lang.reflect.Field;

/**
 * {@code sun.misc.Unsafe} to call as programs do: accesses in plain mode are seen at the call. Nobody else has to name
 * its type.
 */
public final class SunUnsafe {
    public static final sun.misc.Unsafe UNSAFE = unsafe();

    private SunUnsafe() {}

    private static sun.misc.Unsafe unsafe() {
        try {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
