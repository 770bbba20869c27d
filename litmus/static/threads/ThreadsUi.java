//! Methods that run on the UI thread only: they do not race with each other, but with what runs elsewhere.
import androidx.annotation.MainThread;
import androidx.annotation.UiThread;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ThreadsUi {
    private int shown;
    private int title;
    private int both;
    private int mixed;
    private int careful;
    private int old;

    // Clean: one thread writes.
    @UiThread
    public void show(int to) {
        shown = to;
    }

    // Clean: and the same thread reads. The main thread is the UI thread.
    @MainThread
    public int shown() {
        return shown;
    }

    // Clean: the reader outside is reported.
    @UiThread
    public void title(int to) {
        title = to;
    }

    // Reported: may run on any thread, beside the write on the UI thread.
    public int title() {
        return title; //~ true-positive read-write-race title
    }

    // Clean: confined; the write that is not gets the report.
    @UiThread
    public void both(int to) {
        both = to;
    }

    // Reported: a write on any thread, without a lock.
    public void setBoth(int to) {
        both = to; //~ true-positive unprotected-write both
    }

    // Clean: under a lock; see mixed.
    public synchronized void setMixed(int to) {
        mixed = to;
    }

    // Reported: a lock on one side and a thread on the other exclude nothing.
    @UiThread
    public int mixed() {
        return mixed; //~ true-positive read-write-race mixed
    }

    // Clean: written on the UI thread and under the lock.
    @UiThread
    public synchronized void careful(int to) {
        careful = to;
    }

    // Clean: on the UI thread no lock is needed to read, as only this thread writes.
    @UiThread
    public int carefulHere() {
        return careful;
    }

    // Clean: elsewhere the lock does it.
    public synchronized int carefulElsewhere() {
        return careful;
    }

    // Clean: the annotation of the old library, and the only access.
    @android.support.annotation.UiThread
    public void old(int to) {
        old = to;
    }
}
