package redflag.runtime;

import redflag.runtime.jdk.Hidden;
import redflag.runtime.jdk.LambdaFormHidden;

/** Ranges of arrays that a call has read or written. The parts of a range outside its array do not count. */
public final class Bulk {
    private Bulk() {}

    public static void read(Object array, int from, int to, ThreadState thread, int site) {
        ArrayShadow shadow = shadow(array, thread);
        if (shadow == null) {
            return;
        }
        int start = Math.max(from, 0);
        int end = Math.min(to, shadow.length);
        for (int i = start; Trace.ON && i < end; i++) {
            Trace.element(array, i, thread, site);
        }
        shadow.checkAll(false, start, end, thread, site);
    }

    public static void write(Object array, int from, int to, ThreadState thread, int site) {
        ArrayShadow shadow = shadow(array, thread);
        if (shadow == null) {
            return;
        }
        int start = Math.max(from, 0);
        int end = Math.min(to, shadow.length);
        for (int i = start; Trace.ON && i < end; i++) {
            Trace.element(array, i, thread, site);
        }
        shadow.checkAll(true, start, end, thread, site);
    }

    /** Copies, and then checks what was copied. */
    @Hidden
    @LambdaFormHidden
    public static void arraycopy(
            Object source, int from, Object target, int to, int length, ThreadState thread, int readSite, int writeSite) {
        int copied = length;
        try {
            System.arraycopy(source, from, target, to, length);
        } catch (ArrayStoreException failed) {
            copied = fitting(source, from, target, length);
            throw failed;
        } catch (NullPointerException | IndexOutOfBoundsException failed) {
            copied = 0;
            throw failed;
        } finally {
            read(source, from, from + copied, thread, readSite);
            write(target, to, to + copied, thread, writeSite);
        }
    }

    /** How many elements of a range fit another array before the first that does not. */
    private static int fitting(Object source, int from, Object target, int length) {
        if (!(source instanceof Object[]) || !(target instanceof Object[])) {
            return 0;
        }
        Object[] elements = (Object[]) source;
        Class<?> type = target.getClass().getComponentType();
        int count = 0;
        while (count < length && (elements[from + count] == null || type.isInstance(elements[from + count]))) {
            count++;
        }
        return count;
    }

    private static ArrayShadow shadow(Object array, ThreadState thread) {
        if (array == null || thread.inside > 0 || Memory.stopped() || !array.getClass().isArray()) {
            return null;
        }
        return ArrayShadow.of(array);
    }
}
