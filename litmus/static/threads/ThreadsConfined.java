//! ThreadConfined on methods, fields and classes, and background threads.
import androidx.annotation.UiThread;
import androidx.annotation.WorkerThread;
import com.facebook.infer.annotation.ThreadConfined;

public class ThreadsConfined {
    @ThreadConfined(ThreadConfined.UI)
    static class Panel {
        int width;

        // Clean: everything in this class runs on one thread.
        public void widen() {
            width++;
        }

        // Clean: see widen.
        public int width() {
            return width;
        }
    }

    @ThreadConfined("loader")
    private int confined;

    private int drawn;
    private int loaded;
    private int named;
    private int counted;

    // Clean: the field is used by one thread, says its annotation.
    public void confine(int to) {
        confined = to;
    }

    // Clean: see confine; the lock is not needed, and not missing elsewhere.
    public synchronized int confined() {
        return confined;
    }

    // Clean: a method on one thread.
    @ThreadConfined(ThreadConfined.UI)
    public void draw() {
        drawn++;
    }

    // Clean: the same thread by another annotation.
    @UiThread
    public int drawn() {
        return drawn;
    }

    // Reported: runs on some background thread, beside the reader on the UI thread. Doubt: RacerD takes the annotation only for
    // "not on the UI thread".
    @WorkerThread
    public void load(int to) {
        loaded = to; //~ true-positive unprotected-write loaded
    }

    // Clean here: a thread of its own does not help against a write that may be on any other, where that is told.
    @UiThread
    public int loaded() {
        return loaded;
    }

    // Known gap: two threads, each of them alone with its method, but not with the field.
    @ThreadConfined("loader")
    public void name(int to) {
        named = to; //~ gap unprotected-write named: confined threads are not told apart by name
    }

    // Clean: see name, where the report would be.
    @ThreadConfined("writer")
    public int named() {
        return named;
    }

    // Reported: no lock, though the write elsewhere holds one. That write may be on any thread.
    @UiThread
    public void count() {
        counted = 1; //~ true-positive unprotected-write counted
    }

    // Clean: the lock is held here; see count.
    public synchronized void clearCount() {
        counted = 0;
    }
}
