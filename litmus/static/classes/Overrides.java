//! Calls of methods that subclasses override, calls of super, default methods and abstract classes.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public abstract class Overrides {
    static class Cell {
        int value;
        int sign;
    }

    @ThreadSafe
    interface Marker {
        Cell SHARED = new Cell();

        // Clean: abstract.
        void mark();

        // Reported: a default method has no fields, but its parameter does.
        default void markAll(Cell cell) {
            cell.value = 1; //~ true-positive unprotected-write value
        }

        // Reported: what the interface's constant holds is shared by all.
        default void sign() {
            SHARED.sign = 1; //~ true-positive unprotected-write sign
        }

        // Clean: an annotated interface may call itself.
        default void twice() {
            mark();
            mark();
        }
    }

    static class Marking implements Marker {
        private int marks;

        // Reported: see InheritedMarks.
        @Override
        public void mark() {
            marks++; //~ true-positive unprotected-write marks
        }

        // Clean: the default method is replaced by one that locks.
        @Override
        public synchronized void markAll(Cell cell) {
            cell.value = 2;
        }
    }

    static class Lower extends Overrides {
        private int hooked;
        private int own;

        // Reported here, where the write is: the abstract method of an annotated class.
        @Override
        protected void hook(int to) {
            hooked = to; //~ true-positive unprotected-write hooked
        }

        // Reported at the call: the superclass's method writes its own field.
        @Override
        public void count() {
            super.count(); //~ true-positive unprotected-write counted
        }

        // Clean: with the lock, the same call is safe.
        public synchronized void countLocked() {
            super.countGuarded();
        }

        // Reported: unlocked.
        public void own() {
            own++; //~ true-positive unprotected-write own
        }
    }

    private int counted;
    private int guarded;

    // Clean: abstract.
    protected abstract void hook(int to);

    // Clean: what subclasses do here is reported there, if at all.
    public void callHook() {
        hook(3);
    }

    // Reported: unlocked.
    public void count() {
        counted++; //~ true-positive unprotected-write counted
    }

    // Clean: locks.
    protected void countGuarded() {
        synchronized (this) {
            guarded++;
        }
    }
}
