import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * {@code sun.misc.Unsafe}, unsupported but widely used. By method handles, as javac warns of its name and cannot be told
 * not to.
 */
public final class Unsafe {
    private static final Object UNSAFE = unsafe();
    private static final MethodHandle GET_INT = of("getIntVolatile", int.class);
    private static final MethodHandle PUT_INT = of("putIntVolatile", void.class, int.class);
    private static final MethodHandle GET_LONG = of("getLongVolatile", long.class);
    private static final MethodHandle PUT_LONG = of("putLongVolatile", void.class, long.class);
    private static final MethodHandle PUT_OBJECT = of("putOrderedObject", void.class, Object.class);
    private static final MethodHandle CAS_INT = of("compareAndSwapInt", boolean.class, int.class, int.class);
    private static final MethodHandle CAS_OBJECT =
            of("compareAndSwapObject", boolean.class, Object.class, Object.class);
    private static final MethodHandle ADD_INT = of("getAndAddInt", int.class, int.class);
    private static final MethodHandle SET_INT = of("getAndSetInt", int.class, int.class);

    static {
        // Links the calls here, so that no thread links them later.
        Cell cell = new Cell();
        long number = offset(Cell.class, "number");
        long wide = offset(Cell.class, "wide");
        long reference = offset(Cell.class, "reference");
        putIntVolatile(cell, number, getIntVolatile(cell, number));
        putLongVolatile(cell, wide, getLongVolatile(cell, wide));
        putOrderedObject(cell, reference, null);
        compareAndSwapInt(cell, number, 0, 0);
        compareAndSwapObject(cell, reference, null, null);
        getAndAddInt(cell, number, getAndSetInt(cell, number, 0));
    }

    private Unsafe() {}

    private static final class Cell {
        volatile int number;
        volatile long wide;
        volatile Object reference;
    }

    private static Object unsafe() {
        try {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle of(String name, Class<?> result, Class<?>... values) {
        MethodType type = MethodType.methodType(result, Object.class, long.class).appendParameterTypes(values);
        try {
            return MethodHandles.lookup().findVirtual(UNSAFE.getClass(), name, type).bindTo(UNSAFE);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A fence. */
    static MethodHandle fence(String name) {
        try {
            MethodType type = MethodType.methodType(void.class);
            return MethodHandles.lookup().findVirtual(UNSAFE.getClass(), name, type).bindTo(UNSAFE);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** A call of the method with this object, this offset and these values, whose result is of no interest. */
    static MethodHandle call(
            Object base, long offset, String name, Class<?> result, Class<?>[] types, Object... values) {
        MethodHandle bound = MethodHandles.insertArguments(of(name, result, types), 0, base, offset);
        return MethodHandles.insertArguments(bound, 0, values).asType(MethodType.methodType(void.class));
    }

    /** Calls what {@link #fence} or {@link #call} made. */
    static void run(MethodHandle call) {
        try {
            call.invokeExact();
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static Object ask(String name, Class<?> parameter, Object argument) {
        try {
            return UNSAFE.getClass().getMethod(name, parameter).invoke(UNSAFE, argument);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static long offset(Class<?> type, String field) {
        try {
            return (long) ask("objectFieldOffset", Field.class, type.getDeclaredField(field));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static long firstElement(Class<?> array) {
        return (int) ask("arrayBaseOffset", Class.class, array);
    }

    static long allocateMemory(long bytes) {
        return (long) ask("allocateMemory", long.class, bytes);
    }

    private static AssertionError failed(Throwable cause) {
        return new AssertionError(cause);
    }

    static int getIntVolatile(Object base, long offset) {
        try {
            return (int) GET_INT.invokeExact(base, offset);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void putIntVolatile(Object base, long offset, int value) {
        try {
            PUT_INT.invokeExact(base, offset, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static long getLongVolatile(Object base, long offset) {
        try {
            return (long) GET_LONG.invokeExact(base, offset);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void putLongVolatile(Object base, long offset, long value) {
        try {
            PUT_LONG.invokeExact(base, offset, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void putOrderedObject(Object base, long offset, Object value) {
        try {
            PUT_OBJECT.invokeExact(base, offset, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static boolean compareAndSwapInt(Object base, long offset, int expected, int value) {
        try {
            return (boolean) CAS_INT.invokeExact(base, offset, expected, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static boolean compareAndSwapObject(Object base, long offset, Object expected, Object value) {
        try {
            return (boolean) CAS_OBJECT.invokeExact(base, offset, expected, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static int getAndAddInt(Object base, long offset, int value) {
        try {
            return (int) ADD_INT.invokeExact(base, offset, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static int getAndSetInt(Object base, long offset, int value) {
        try {
            return (int) SET_INT.invokeExact(base, offset, value);
        } catch (Throwable e) {
            throw failed(e);
        }
    }
}
