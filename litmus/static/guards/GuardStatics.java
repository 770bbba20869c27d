//! Static fields under locks that belong to one object: each object has another lock.
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class GuardStatics {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private final Object own = new Object();
    private static int byObject;
    private static int byMethod;
    private static int byClass;
    private static int byStatic;

    // Reported: two objects have two locks, and one field.
    public void byObject() {
        synchronized (own) {
            byObject++; //~ inconsistent-guard byObject
        }
    }

    // Reported: as byObject.
    public synchronized void byMethod() {
        byMethod++; //~ inconsistent-guard byMethod
    }

    // Clean: the class is one.
    public void byClass() {
        synchronized (GuardStatics.class) {
            byClass++;
        }
    }

    // Clean: see byClass.
    public static synchronized int readByClass() {
        return byClass;
    }

    // Clean: a static lock.
    public void byStatic() {
        LOCK.lock();
        byStatic++;
        LOCK.unlock();
    }

    // Reported: reads without it.
    public static int readByStatic() {
        return byStatic; //~ true-positive read-write-race byStatic
    }
}
