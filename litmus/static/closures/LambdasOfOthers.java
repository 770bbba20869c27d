//! Lambdas that another class makes and hands back: what they do belongs to whoever has them run.
//! The stricter mode leaves them out.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LambdasOfOthers {
    static class Tally {
        int seen;
        int locked;
        int own;
        int later;
        int twice;
        List<String> kept = new ArrayList<>();
    }

    static class Visitors {
        // Clean: the class shows no sign of concurrency.
        static Consumer<String> counting(Tally into) {
            return name -> into.seen++;
        }

        // Clean: see counting.
        static Consumer<String> countingLocked(Tally into) {
            return name -> into.locked++;
        }

        // Clean: see counting.
        static Consumer<String> countingOwn(Tally into) {
            return name -> into.own++;
        }

        // Clean: see counting.
        static Consumer<String> keeping(Tally into) {
            return into.kept::add;
        }

        // Clean: see counting.
        static Runnable task(Tally into) {
            return () -> into.later++;
        }

        // Clean: see counting.
        static Consumer<String> countingTwice(String first, Tally into) {
            Consumer<String> once = name -> into.twice++;
            return name -> once.accept(first);
        }
    }

    private final List<String> names = List.of("a", "b");
    private final Tally tally = new Tally();
    private final Executor executor;

    // Clean: a constructor.
    public LambdasOfOthers(Executor executor) {
        this.executor = executor;
    }

    // Reported: forEach calls the lambda at once, on the shared tally.
    public void count() {
        names.forEach(Visitors.counting(tally)); //~ unprotected-write seen
    }

    // Clean: the lock is held while forEach runs.
    public synchronized void countLocked() {
        names.forEach(Visitors.countingLocked(tally));
    }

    // Clean: nobody else has the tally.
    public int countOwn() {
        Tally own = new Tally();
        names.forEach(Visitors.countingOwn(own));
        return own.own;
    }

    // Reported: a method reference.
    public void keep() {
        names.forEach(Visitors.keeping(tally)); //~ unprotected-write kept
    }

    // Reported: the task runs later, when the lock has been given back.
    public synchronized void countLater() {
        executor.execute(Visitors.task(tally)); //~ unprotected-write later
    }

    // Should be reported: the function that forEach calls calls another one.
    public void countTwice() {
        names.forEach(Visitors.countingTwice("a", tally)); //~ gap unprotected-write twice: a lambda within a lambda
    }
}
