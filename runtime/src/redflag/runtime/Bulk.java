package redflag.runtime;

/** Ranges of arrays that a call has read or written. The parts of a range outside its array do not count. */
public final class Bulk {
    private Bulk() {}

    public static void read(Object array, int from, int to, ThreadState thread, int site) {
        ArrayShadow shadow = shadow(array, thread);
        if (shadow == null) {
            return;
        }
        long[] epochs = shadow.epochs;
        int end = Math.min(to, epochs.length / 2);
        for (int i = Math.max(from, 0); i < end; i++) {
            if (epochs[2 * i + 1] != thread.epoch) {
                Detector.readElement(shadow, i, thread, site);
            }
        }
    }

    public static void write(Object array, int from, int to, ThreadState thread, int site) {
        ArrayShadow shadow = shadow(array, thread);
        if (shadow == null) {
            return;
        }
        long[] epochs = shadow.epochs;
        int end = Math.min(to, epochs.length / 2);
        for (int i = Math.max(from, 0); i < end; i++) {
            if (epochs[2 * i] != thread.epoch) {
                Detector.writeElement(shadow, i, thread, site);
            }
        }
    }

    private static ArrayShadow shadow(Object array, ThreadState thread) {
        if (array == null || thread.inside > 0 || Memory.stopped() || !array.getClass().isArray()) {
            return null;
        }
        return ArrayShadow.of(array);
    }
}
