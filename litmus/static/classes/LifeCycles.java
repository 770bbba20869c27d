//! Where an object's life begins and ends, no other thread has it: in constructors, in what is only called for new objects, and, in a
//! class that promises nothing, in methods that set many of its fields and take no lock for them.
import net.jcip.annotations.ThreadSafe;

public class LifeCycles {
    private int first;
    private int second;
    private int third;
    private int fourth;
    private int fifth;
    private int prepared;
    private int repaired;
    private int assisted;
    private int helped;

    // Clean: sets five fields, as a constructor does.
    public void open(int all) {
        first = all;
        second = all;
        third = all;
        fourth = all;
        fifth = all;
        assist();
        help();
    }

    // Clean: so does this.
    public void close() {
        open(0);
    }

    // Clean: only open calls it, and not everybody may.
    protected void assist() {
        assisted = 0;
    }

    // Reported: who else calls it is not known.
    public void help() {
        helped = 0; //~ true-positive unprotected-write helped
    }

    // Reported: of four fields one may have forgotten the lock.
    public void reset() {
        first = 0; //~ true-positive unprotected-write first
        second = 0; //~ true-positive unprotected-write second
        third = 0; //~ true-positive unprotected-write third
        fourth = 0; //~ true-positive unprotected-write fourth
    }

    // Clean: holds the lock.
    public synchronized void step() {
        first++;
        second++;
        third++;
        fourth++;
        fifth++;
        prepared++;
        repaired++;
        assisted++;
        helped++;
    }

    // Clean: is only called for objects that are new.
    public void prepare(int to) {
        prepared = to;
    }

    // Reported: is also called for others.
    public void repair(int to) {
        repaired = to; //~ true-positive unprotected-write repaired
    }

    @ThreadSafe
    static class Promised {
        private int first;
        private int second;
        private int third;
        private int fourth;
        private int fifth;

        // Reported: the class promises that threads may do this.
        public void open(int all) {
            first = all; //~ true-positive unprotected-write first
            second = all; //~ true-positive unprotected-write second
            third = all; //~ true-positive unprotected-write third
            fourth = all; //~ true-positive unprotected-write fourth
            fifth = all; //~ true-positive unprotected-write fifth
        }
    }
}

class LifeCyclesMaker {
    // Clean: nobody else has the object yet.
    static LifeCycles make() {
        LifeCycles made = new LifeCycles();
        made.prepare(1);
        made.repair(1);
        return made;
    }

    // Clean here: no sign of several threads.
    static void mend(LifeCycles broken) {
        broken.repair(2);
    }
}
