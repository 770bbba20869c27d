//! Synchronized blocks on other objects: a lock field, the class, an argument, the container itself.
import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class MonitorObjects {
    static class Account {
        int balance;
    }

    private final Object lock = new Object();
    private final List<String> items = new ArrayList<>();
    private static int created;
    private static int destroyed;
    private int state;

    // Clean: both accesses hold the lock field.
    public void state(int to) {
        synchronized (lock) {
            state = to;
        }
    }

    // Clean: see above.
    public int state() {
        synchronized (lock) {
            return state;
        }
    }

    // Clean: a static synchronized method locks the class.
    public static synchronized void create() {
        created++;
    }

    // Clean: the same lock by name.
    public int created() {
        synchronized (MonitorObjects.class) {
            return created;
        }
    }

    // Clean: the class's lock.
    public static void destroy() {
        synchronized (MonitorObjects.class) {
            destroyed++;
        }
    }

    // Reported: nobody holds anything here.
    public static int destroyed() {
        return destroyed; //~ true-positive read-write-race destroyed
    }

    // Clean: the account's own lock guards it, whoever passes it.
    public void pay(Account account, int amount) {
        synchronized (account) {
            account.balance += amount;
        }
    }

    // Clean: see pay.
    public int balance(Account account) {
        synchronized (account) {
            return account.balance;
        }
    }

    // Clean: the container is its own lock.
    public void add(String item) {
        synchronized (items) {
            items.add(item);
        }
    }

    // Clean: see add; the iteration is inside of the block.
    public int letters() {
        int letters = 0;
        synchronized (items) {
            for (String item : items) {
                letters += item.length();
            }
        }
        return letters;
    }
}
