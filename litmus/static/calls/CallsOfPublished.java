//! Calls of helpers of a new object: without locks they say something only if somebody else may have the object by then.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class CallsOfPublished {
    static final List<Object> ALL = Collections.synchronizedList(new ArrayList<>());

    static class Started extends Thread {
        private int steps;

        // Clean: holds the lock.
        @Override
        public void run() {
            synchronized (this) {
                step();
            }
        }

        // Reported: start() calls it without the lock, when the thread runs.
        void step() {
            steps++; //~ true-positive unprotected-write steps
        }
    }

    public void start() {
        Started thread = new Started();
        thread.start();
        thread.step();
    }

    static class Prepared extends Thread {
        private int steps;

        Prepared() {
            setDaemon(true);
        }

        // Clean: holds the lock.
        @Override
        public void run() {
            synchronized (this) {
                step();
            }
        }

        // Clean: called without the lock before the thread starts.
        void step() {
            steps++;
        }
    }

    public void prepare() {
        Prepared thread = new Prepared();
        thread.step();
        thread.start();
    }

    static class Registered {
        private int hits;

        Registered() {
            ALL.add(this);
        }

        // Reported: make() calls it without the lock, and the constructor has told others of the object.
        void hit() {
            hits++; //~ true-positive unprotected-write hits
        }

        // Clean: holds the lock.
        synchronized void reset() {
            hits = 0;
        }

        // Clean: holds the lock.
        synchronized int hits() {
            return hits;
        }
    }

    public void hit(Registered other) {
        synchronized (other) {
            other.hit();
        }
    }

    public int make() {
        Registered made = new Registered();
        made.hit();
        return made.hits();
    }

    static class WithPart {
        private final Part part;
        private int hits;

        WithPart() {
            part = new Part(this);
        }

        // Clean: whoever calls it without the lock has the object to himself. Its part knows it, but nobody else has that.
        void hit() {
            hits++;
            part.size++;
        }

        // Clean: holds the lock.
        synchronized void reset() {
            hits = 0;
        }

        // Clean: holds the lock.
        synchronized int hits() {
            return hits;
        }
    }

    static class Part {
        final WithPart whole;
        int size;

        Part(WithPart whole) {
            this.whole = whole;
        }
    }

    public void hit(WithPart other) {
        synchronized (other) {
            other.hit();
        }
    }

    public int makeWithPart() {
        WithPart made = new WithPart();
        made.hit();
        return made.hits();
    }

    static class Handed {
        private int hits;

        // Reported: makeHanded() calls it without the lock, when the part that knows the object has been handed on.
        void hit() {
            hits++; //~ true-positive unprotected-write hits
        }

        // Clean: holds the lock.
        synchronized void reset() {
            hits = 0;
        }

        // Clean: holds the lock.
        synchronized int hits() {
            return hits;
        }
    }

    static class Holder {
        final Handed handed;

        Holder(Handed handed) {
            this.handed = handed;
        }
    }

    public void hit(Handed other) {
        synchronized (other) {
            other.hit();
        }
    }

    public void makeHanded() {
        Handed made = new Handed();
        ALL.add(new Holder(made));
        made.hit();
    }

    static class Listed {
        private int hits;

        static Listed make() {
            Listed made = new Listed();
            ALL.add(made);
            return made;
        }

        // Reported: use() calls it without the lock, and who made the object has told others of it.
        void hit() {
            hits++; //~ true-positive unprotected-write hits
        }

        // Clean: holds the lock.
        synchronized void reset() {
            hits = 0;
        }

        // Clean: holds the lock.
        synchronized int hits() {
            return hits;
        }
    }

    public void hit(Listed other) {
        synchronized (other) {
            other.hit();
        }
    }

    public void use() {
        Listed made = Listed.make();
        made.hit();
    }

    static class Own {
        private int hits;

        static Own make() {
            Own made = new Own();
            made.hits = 1;
            return made;
        }

        // Clean: whoever calls it without the lock has got a new object that nobody knows.
        void hit() {
            hits++;
        }

        // Clean: holds the lock.
        synchronized void reset() {
            hits = 0;
        }

        // Clean: holds the lock.
        synchronized int hits() {
            return hits;
        }
    }

    public void hit(Own other) {
        synchronized (other) {
            other.hit();
        }
    }

    public void useOwn() {
        Own made = Own.make();
        made.hit();
    }

    static class Chosen {
        private int hits;

        // Reported: choose() calls it without the lock, and one of the two objects is known to others.
        void hit() {
            hits++; //~ true-positive unprotected-write hits
        }

        // Clean: holds the lock.
        synchronized void reset() {
            hits = 0;
        }

        // Clean: holds the lock.
        synchronized int hits() {
            return hits;
        }
    }

    public void hit(Chosen other) {
        synchronized (other) {
            other.hit();
        }
    }

    public void choose(boolean known) {
        Chosen first = new Chosen();
        ALL.add(first);
        Chosen either = known ? first : new Chosen();
        either.hit();
    }

    static class Each {
        private int hits;

        // Clean: each object that it is called for without the lock is new at that time, though the one before is known.
        void hit() {
            hits++;
        }

        // Clean: holds the lock.
        synchronized void reset() {
            hits = 0;
        }

        // Clean: holds the lock.
        synchronized int hits() {
            return hits;
        }
    }

    public void hit(Each other) {
        synchronized (other) {
            other.hit();
        }
    }

    public void fill(boolean twice) {
        for (int i = 0; i < 4; i++) {
            Each each = twice ? new Each() : new Each();
            each.hit();
            ALL.add(each);
        }
    }
}
