//! Which methods are at the boundary of a class.
import com.google.common.annotations.VisibleForTesting;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ScopeBoundary {
    private int opened;
    private int inherited;
    private int near;
    private int hidden;
    private int marked;
    private int tested;
    private int testedToo;
    private int called;

    // Reported: public.
    public void open(int to) {
        opened = to; //~ true-positive unprotected-write opened
    }

    // Reported: protected.
    protected void inherit(int to) {
        inherited = to; //~ true-positive unprotected-write inherited
    }

    // Reported: package-private.
    void near(int to) {
        near = to; //~ true-positive unprotected-write near
    }

    // Clean: private, and nobody calls it.
    private void hide(int to) {
        hidden = to;
    }

    // Reported: private, but annotated itself.
    @ThreadSafe
    private void mark(int to) {
        marked = to; //~ true-positive unprotected-write marked
    }

    // Clean: would be private, were it not for tests.
    @VisibleForTesting
    void test(int to) {
        tested = to;
    }

    // Clean: the same annotation of another vendor.
    @androidx.annotation.VisibleForTesting
    void testToo(int to) {
        testedToo = to;
    }

    // Clean here: as test.
    @VisibleForTesting
    void call(int to) {
        called = to;
    }

    // Reported at the call: as if the callee were private.
    public void callIt(int to) {
        call(to); //~ true-positive unprotected-write called
    }
}
