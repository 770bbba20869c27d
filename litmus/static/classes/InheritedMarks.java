//! An annotation on a class holds for its subclasses, one on an interface for its implementations, one on a method for overrides.
import net.jcip.annotations.NotThreadSafe;
import net.jcip.annotations.ThreadSafe;

public class InheritedMarks {
    @ThreadSafe
    static class Base {
        protected int base;

        // Reported: the class is annotated.
        public void base(int to) {
            base = to; //~ true-positive unprotected-write base
        }
    }

    static class Derived extends Base {
        private int derived;

        // Reported: the superclass is annotated.
        public void derived(int to) {
            derived = to; //~ true-positive unprotected-write derived
        }

        // Reported: a field of the superclass is a field of this object.
        public void raiseBase() {
            base++; //~ true-positive unprotected-write base
        }
    }

    @NotThreadSafe
    static class Careless extends Base {
        private int careless;

        // Clean: the class takes the promise back.
        public void careless(int to) {
            careless = to;
        }
    }

    @ThreadSafe
    interface Service {
        // Clean: no body.
        void serve(int to);
    }

    static class Server implements Service {
        private int served;
        private int kept;

        // Reported: the interface is annotated.
        @Override
        public void serve(int to) {
            served = to; //~ true-positive unprotected-write served
        }

        // Reported: so is the whole class by it.
        public void keep(int to) {
            kept = to; //~ true-positive unprotected-write kept
        }
    }

    static class Tasks {
        // Clean: writes nothing.
        @ThreadSafe
        void run(int to) {}

        // Clean: writes nothing.
        void stop(int to) {}
    }

    static class MoreTasks extends Tasks {
        private int ran;
        private int stopped;

        // Reported: overrides a method that is annotated.
        @Override
        void run(int to) {
            ran = to; //~ true-positive unprotected-write ran
        }

        // Clean: overrides one that is not, and nobody else writes the field.
        @Override
        void stop(int to) {
            stopped = to;
        }
    }

    static class Loose {
        protected int loose;

        // Known gap: for a Strict object this read races with its write; but the class itself shows no sign of concurrency.
        public int loose() {
            return loose; //~ gap read-write-race loose: methods that are inherited are not looked at with the subclass
        }
    }

    static class Strict extends Loose {
        // Clean: holds the lock.
        public synchronized void strict(int to) {
            loose = to;
        }
    }
}
