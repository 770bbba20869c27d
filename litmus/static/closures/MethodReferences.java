//! Method references: as lambdas that only call.
//! The stricter mode leaves them out.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class MethodReferences {
    static class Counter {
        int count;

        // Clean: not looked at by itself.
        void increment() {
            count++;
        }
    }

    private final List<String> names = List.of("a", "b");
    private final List<String> collected = new ArrayList<>();
    private final List<String> guarded = new ArrayList<>();
    private final Counter counter = new Counter();
    private final Executor executor = Runnable::run;
    private int ticks;

    // Reported: each name is added to the shared list.
    public void collect() {
        names.forEach(collected::add); //~ unprotected-write collected
    }

    // Clean: under the lock.
    public synchronized void collectLocked() {
        names.forEach(guarded::add);
    }

    // Clean: into a list of this method's own.
    public List<String> copy() {
        List<String> copy = new ArrayList<>();
        names.forEach(copy::add);
        return copy;
    }

    // Clean here: what it hands over is told where a lock would help.
    public void schedule() {
        executor.execute(this::tick);
    }

    // Reported: a private method of this object, run by an executor.
    private void tick() {
        ticks++; //~ unprotected-write ticks
    }

    // Reported: a method of a shared object.
    public void count() {
        executor.execute(counter::increment); //~ unprotected-write count
    }

    // Clean: a constructor; what it makes is new.
    public Counter make() {
        Supplier<Counter> maker = Counter::new;
        Counter made = maker.get();
        made.count = 1;
        return made;
    }
}
