package redflag.runtime;

/** Accesses that a call has made: they go into the trace, if there is one, and are checked. */
final class Accesses {
    private Accesses() {}

    static void readField(Object owner, ThreadState thread, int site) {
        if (Trace.ON) {
            Trace.field(owner, thread, site);
        }
        Checks.read(owner, thread, site);
    }

    static void writeField(Object owner, ThreadState thread, int site) {
        if (Trace.ON) {
            Trace.field(owner, thread, site);
        }
        Checks.write(owner, thread, site);
    }

    static void readElement(Object array, int index, ThreadState thread, int site) {
        if (Trace.ON) {
            Trace.element(array, index, thread, site);
        }
        Checks.arrayRead(array, index, thread, site, null);
    }

    static void writeElement(Object array, int index, ThreadState thread, int site) {
        if (Trace.ON) {
            Trace.element(array, index, thread, site);
        }
        Checks.arrayWrite(array, index, thread, site, null);
    }
}
