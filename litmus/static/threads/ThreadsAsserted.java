//! Assertions about the current thread, made by calls.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ThreadsAsserted {
    static final class UiThreadUtil {
        private static final Thread UI = Thread.currentThread();

        // Clean: reads a final field.
        static void assertOnUiThread() {
            if (Thread.currentThread() != UI) {
                throw new AssertionError();
            }
        }

        // Clean: as above.
        static void assertOnBackgroundThread() {
            if (Thread.currentThread() == UI) {
                throw new AssertionError();
            }
        }

        // Clean: as above.
        static boolean isUiThread() {
            return Thread.currentThread() == UI;
        }
    }

    private int asserted;
    private int read;
    private int early;
    private int branch;
    private int negated;
    private int confused;
    private int helped;
    private int thrown;
    private int late;

    // Clean: past the assertion this is the UI thread.
    public void asserted(int to) {
        UiThreadUtil.assertOnUiThread();
        asserted = to;
    }

    // Clean: the same thread.
    public int asserted() {
        UiThreadUtil.assertOnUiThread();
        return asserted;
    }

    // Clean: the reader is reported.
    public void read(int to) {
        UiThreadUtil.assertOnUiThread();
        read = to;
    }

    // Reported: the assertion says that this is another thread than the writer's.
    public int readElsewhere() {
        UiThreadUtil.assertOnBackgroundThread();
        return read; //~ true-positive read-write-race read
    }

    // Reported: asserted on any background thread, of which there are many.
    public void early(int to) {
        UiThreadUtil.assertOnBackgroundThread();
        early = to; //~ true-positive unprotected-write early
    }

    // Clean: in the branch that is on the UI thread.
    public void branch(int to) {
        if (UiThreadUtil.isUiThread()) {
            branch = to;
        }
    }

    // Reported: in the branch that is not.
    public void negated(int to) {
        if (!UiThreadUtil.isUiThread()) {
            negated = to; //~ true-positive unprotected-write negated
        }
    }

    // Reported: the one or the other, after the join nothing is known.
    public void confused(boolean background, int to) {
        if (background) {
            UiThreadUtil.assertOnBackgroundThread();
        } else {
            UiThreadUtil.assertOnUiThread();
        }
        confused = to; //~ true-positive unprotected-write confused
    }

    // Clean: a callee that asserts says the same of its caller.
    public void helped(int to) {
        check();
        helped = to;
    }

    // Clean: asserts only.
    private void check() {
        UiThreadUtil.assertOnUiThread();
    }

    // Clean: whoever comes past the test is on the UI thread.
    public void thrown(int to) {
        if (!UiThreadUtil.isUiThread()) {
            throw new IllegalStateException();
        }
        thrown = to;
    }

    // Reported: the assertion comes after the write, and not always.
    public void late(boolean check, int to) {
        late = to; //~ true-positive unprotected-write late
        if (check) {
            UiThreadUtil.assertOnUiThread();
        }
    }
}
