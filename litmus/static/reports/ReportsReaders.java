//! Readers under a lock beside a write without: the write is told, and that is where to act.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jcip.annotations.GuardedBy;

public class ReportsReaders {
    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final List<String> seen = new ArrayList<>();
    private int bumped;
    private int twice;
    private int bare;
    @GuardedBy("this") private int guarded;

    // Clean here: it holds the lock that the task lacks.
    public synchronized int readOne() {
        return bumped;
    }

    // Clean here: see readOne.
    public synchronized int readTwo() {
        return bumped + 1;
    }

    // Reported in the task, which does not have the lock of who hands it over.
    public synchronized void bump() {
        executor.execute(
            () ->
                bumped++); //~ unprotected-write bumped
    }

    // Reported in the method of this class that the task calls.
    public void crawl(String name) {
        executor.execute(() -> see(name));
    }

    private void see(String name) {
        seen.add(name); //~ unprotected-write seen
    }

    // Clean here: two writes conflict with it, of which one is told for both.
    public synchronized int readTwice() {
        return twice;
    }

    // Reported once.
    public void bumpTwice() {
        executor.execute(() -> {
            twice++; //~ unprotected-write twice
            twice--;
        });
    }

    // Reported: the first read has the lock and needs none of its own, the second has not.
    public int readLate() {
        synchronized (this) {
            if (bare > 0) {
                return bare;
            }
        }
        return bare; //~ read-write-race bare
    }

    // Reported: the write.
    public void bumpBare() {
        executor.execute(() -> bare++); //~ unprotected-write bare
    }

    // Clean here: the write breaks the promise of the annotation, and is told for that.
    public synchronized int readGuarded() {
        return guarded;
    }

    // Reported: without the guard.
    public void breakGuard() {
        guarded = 1; //~ true-positive guarded-by-violation guarded
    }
}
