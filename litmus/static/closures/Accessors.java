//! Accessors as compilers before JDK 11 make them for inner classes: reported where they are called, never by themselves.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class Accessors {
    private int value;
    private int guarded;
    private int counted;

    // Clean here: made by the compiler.
    static int access$000(Accessors outer) {
        return outer.value;
    }

    // Clean here: made by the compiler.
    static int access$002(Accessors outer, int to) {
        return outer.value = to;
    }

    // Clean here: made by the compiler.
    static int access$102(Accessors outer, int to) {
        return outer.guarded = to;
    }

    // Clean here: made by the compiler for an increment.
    static int access$208(Accessors outer) {
        return outer.counted++;
    }

    // Clean here: made by the compiler, for a private method.
    static void access$300(Accessors outer) {
        outer.count();
    }

    // Clean here: private.
    private void count() {
        counted++;
    }

    @ThreadSafe
    static class Inner {
        final Accessors this$0;

        // Clean: a constructor.
        Inner(Accessors outer) {
            this$0 = outer;
        }

        // Reported at the call of the accessor.
        public void set(int to) {
            access$002(this$0, to); //~ true-positive unprotected-write value
        }

        // Reported: a read.
        public int get() {
            return access$000(this$0); //~ true-positive read-write-race value
        }

        // Clean: the lock of the outer object.
        public void guard(int to) {
            synchronized (this$0) {
                access$102(this$0, to);
            }
        }

        // Reported: an increment.
        public void increment() {
            access$208(this$0); //~ true-positive unprotected-write counted
        }

        // Reported: by way of a private method.
        public void count() {
            access$300(this$0); //~ true-positive unprotected-write counted
        }
    }
}
