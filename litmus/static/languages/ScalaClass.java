//! A Scala class: a `var` has a reader and a writer named after it, a lazy value has a flag of its own.
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class ScalaClass {
    private int count;
    private final int limit;
    private volatile boolean open;
    private String text;
    private volatile boolean bitmap$0;

    // Clean: a constructor.
    public ScalaClass(int limit) {
        this.limit = limit;
    }

    // Reported: `var count`.
    public int count() {
        return this.count; //~ true-positive read-write-race count
    }

    // Reported: its writer. The dollar does not make it the compiler's.
    public void count_$eq(int value) {
        this.count = value; //~ true-positive unprotected-write count
    }

    // Clean: `val limit`.
    public int limit() {
        return this.limit;
    }

    // Clean: `@volatile var open`.
    public void open_$eq(boolean value) {
        this.open = value;
    }

    // Clean here: private, and under the lock.
    private String text$lzycompute() {
        synchronized (this) {
            if (!this.bitmap$0) {
                this.text = "text";
                this.bitmap$0 = true;
            }
            return this.text;
        }
    }

    // Clean: `lazy val text`. The volatile flag orders the read after the write. Doubt: RacerD sees a read without a lock.
    public String text() {
        return !this.bitmap$0 ? text$lzycompute() : this.text;
    }
}
