//! Fields with a GuardedBy annotation: writes outside of the lock are reported, in whatever class.
//! The stricter mode asks for a race besides.
import net.jcip.annotations.GuardedBy;

public class GuardedByName {
    private final Object lock = new Object();

    @GuardedBy("this")
    private int balance;

    @GuardedBy("lock")
    private int total;

    @GuardedBy("lock")
    private int wrong;

    @GuardedBy("ui thread")
    private int shown;

    @GuardedBy("this")
    private int helped;

    @javax.annotation.concurrent.GuardedBy("this")
    private int javax;

    @androidx.annotation.GuardedBy("this")
    private int android;

    @com.google.errorprone.annotations.concurrent.GuardedBy("this")
    private int errorprone;

    @GuardedBy("GuardedByName.class")
    private static int created;

    // Clean: a constructor has the object to itself.
    public GuardedByName(int balance) {
        this.balance = balance;
    }

    // Clean: the lock is held.
    public synchronized void deposit(int amount) {
        balance += amount;
    }

    // Reported: no lock.
    public void clear() {
        balance = 0; //~ true-positive guarded-by-violation balance
    }

    // Clean: the named lock is held.
    public void add(int amount) {
        synchronized (lock) {
            total += amount;
        }
    }

    // Reported as a race: only writes violate the annotation, but the read conflicts with add.
    public int total() {
        return total; //~ true-positive read-write-race total
    }

    // Reported: another lock than the one that is named. Doubt: RacerD is content with any.
    public synchronized void wrong(int to) {
        wrong = to; //~ guarded-by-violation wrong
    }

    // Clean: the name stands for a thread, not a lock.
    public void show(int to) {
        shown = to;
    }

    // Clean: a private method; its callers answer for it.
    private void help() {
        helped++;
    }

    // Reported at the call: this method is at the boundary.
    public void callHelp() {
        help(); //~ true-positive guarded-by-violation helped
    }

    // Clean: the caller holds the lock.
    public synchronized void callHelpLocked() {
        help();
    }

    // Reported: the annotation of another vendor.
    public void javax(int to) {
        javax = to; //~ guarded-by-violation javax
    }

    // Reported: and of another.
    public void android(int to) {
        android = to; //~ guarded-by-violation android
    }

    // Reported: and one with a list of names.
    public void errorprone(int to) {
        errorprone = to; //~ guarded-by-violation errorprone
    }

    // Reported: a static field.
    public static void create() {
        created++; //~ true-positive guarded-by-violation created
    }

    // Clean: the lock of the class is the one that is named.
    public static synchronized void createLocked() {
        created++;
    }
}
