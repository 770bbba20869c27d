//! What authors have exempted: benign races, classes that are not thread-safe, and promises that are to be believed.
import com.example.concurrent.BenignRace;
import com.example.concurrent.SuppressRaces;
import net.jcip.annotations.NotThreadSafe;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ScopeExempt {
    @com.facebook.infer.annotation.ThreadSafe(enableChecks = false)
    static class Believed {
        private int value;

        // Clean: the class is said to be safe and not to be looked at.
        public void set(int to) {
            value = to;
        }
    }

    @NotThreadSafe
    static class Confessed {
        private int value;

        // Clean: the class says that it is not for several threads. Doubt: it uses a lock all the same.
        public synchronized void set(int to) {
            value = to;
        }

        // Clean: see set.
        public int get() {
            return value;
        }
    }

    @SuppressRaces
    static class Statistics {
        int hits;

        // Clean: see below.
        void hit() {
            hits++;
        }
    }

    @BenignRace("only for the log")
    private int last;

    private final Statistics statistics = new Statistics();
    private final Believed believed = new Believed();
    private int traced;
    private int beside;

    // Clean: the field is marked.
    public void last(int to) {
        last = to;
    }

    // Clean: the fields of a marked class are.
    public void hit() {
        statistics.hit();
    }

    // Clean: accesses in a marked method are not looked at.
    @SuppressRaces
    public void trace(int to) {
        traced = to;
    }

    // Clean: nor when it is called.
    public void callTrace() {
        trace(3);
    }

    // Clean: a class that is believed is believed at calls too.
    public void believe() {
        believed.set(3);
    }

    // Clean: the method is to be believed.
    @com.facebook.infer.annotation.ThreadSafe(enableChecks = false)
    public void promise(int to) {
        traced = to;
    }

    // Reported: the mark of one field is not that of the next.
    public void beside(int to) {
        beside = to; //~ true-positive unprotected-write beside
    }
}
