import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Opens what is closed the way some libraries do: a class with the fields of {@code AccessibleObject} tells where its flag
 * lies, and {@code Unsafe} sets it there. Were the copy laid out otherwise, this would overwrite something else.
 */
public final class Copied {
    static class Copy {
        boolean override;
        volatile Object accessCheckCache;
    }

    public static void main(String[] args) throws Exception {
        Field instance = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) instance.get(null);
        long offset = unsafe.objectFieldOffset(Copy.class.getDeclaredField("override"));
        System.out.println("offset " + offset);
        Method closed = ClassLoader.class.getDeclaredMethod("findBootstrapClassOrNull", String.class);
        System.out.println("open " + isOpen(unsafe, closed, offset));
        unsafe.putBoolean(closed, offset, true);
        System.out.println("open " + isOpen(unsafe, closed, offset));
        System.out.println(closed.invoke(null, "java.lang.Object"));
        Copy copy = new Copy();
        Thread other = new Thread(() -> copy.override = true);
        other.start();
        copy.override = false;
        other.join();
        copy.accessCheckCache = copy;
        System.out.println(copy.accessCheckCache == copy);
    }

    private static boolean isOpen(sun.misc.Unsafe unsafe, AccessibleObject object, long offset) {
        return unsafe.getBoolean(object, offset);
    }
}
