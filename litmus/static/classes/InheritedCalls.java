//! Public methods of classes that not everybody can name: who can name a class below that inherits them calls them all the same.
public class InheritedCalls {
    static class Hidden {
        private int hits;

        // Clean: nobody else can name the class, and the callers hold the lock.
        public void hit() {
            hits++;
        }

        // Clean: holds the lock.
        public synchronized void hitLocked() {
            hit();
        }

        // Clean: holds the lock.
        public synchronized int hits() {
            return hits;
        }
    }

    static class Inherited {
        private int hits;

        // Reported: anybody may call it through the class below.
        public void hit() {
            hits++; //~ true-positive unprotected-write hits
        }

        // Clean: holds the lock.
        public synchronized void hitLocked() {
            hit();
        }

        // Clean: holds the lock.
        public synchronized int hits() {
            return hits;
        }
    }

    public static class Inheriting extends Inherited {}

    static class Overridden {
        private int hits;

        // Clean: whoever cannot name the class gets the method of the class below, which holds the lock.
        public void hit() {
            hits++;
        }

        // Clean: holds the lock.
        public synchronized int hits() {
            return hits;
        }
    }

    public static class Overriding extends Overridden {
        // Clean: holds the lock.
        @Override
        public synchronized void hit() {
            super.hit();
        }
    }
}
