//! A Kotlin object: one instance, whose properties are static fields.
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public final class KotlinObject {
    public static final KotlinObject INSTANCE;
    private static int hits;
    private static String name = "";
    private static int locked;

    static {
        KotlinObject object = new KotlinObject();
        INSTANCE = object;
    }

    // Clean: a constructor.
    private KotlinObject() {}

    // Reported: `fun hit() { hits++ }`.
    public final void hit() {
        int value = hits; //~ true-positive read-write-race hits
        hits = value + 1; //~ true-positive unprotected-write hits
    }

    // Reported: the getter of the property.
    public final int getHits() {
        return hits; //~ true-positive read-write-race hits
    }

    // Clean: nobody writes the name.
    public final String getName() {
        return name;
    }

    // Clean: `@Synchronized`.
    public final synchronized void setLocked(int value) {
        locked = value;
    }

    // Clean: `synchronized(this)`, whose lock is a local variable to the compiler.
    public final int getLocked() {
        KotlinObject lock = this;
        synchronized (lock) {
            int it = locked;
            return it;
        }
    }
}
