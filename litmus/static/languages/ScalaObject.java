//! A Scala object: the singleton lies in the class with the dollar, forwarders beside it.
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public final class ScalaObject {
    // Clean: nobody makes one.
    private ScalaObject() {}

    // Reported at the call: a forwarder of the compiler, but a method at the boundary all the same.
    public static void hit() {
        ScalaObject$.MODULE$.hit(); //~ true-positive unprotected-write hits
    }

    // Clean: forwards to a method that locks.
    public static int total() {
        return ScalaObject$.MODULE$.total();
    }
}

@ThreadSafe
final class ScalaObject$ {
    public static final ScalaObject$ MODULE$ = new ScalaObject$();
    private int hits;
    private int total;

    // Clean: a constructor.
    private ScalaObject$() {}

    // Reported: `hits += 1`.
    public void hit() {
        hits = hits + 1; //~ true-positive unprotected-write hits
    }

    // Clean: `synchronized { total }`.
    public int total() {
        synchronized (this) {
            return total;
        }
    }

    // Clean: `synchronized { total += 1 }`.
    public void add() {
        synchronized (this) {
            total = total + 1;
        }
    }
}
