import java.lang.reflect.Method;

/** 20,000 virtual threads, started by four platform threads at once while others move between carriers. */
public final class Starters {
    private static int counted;
    private static int racy;

    public static void main(String[] args) throws Exception {
        Thread[] starters = new Thread[4];
        for (int i = 0; i < starters.length; i++) {
            starters[i] = new Thread(Starters::startAll);
            starters[i].start();
        }
        for (Thread starter : starters) {
            starter.join();
        }
        System.out.println(counted);
    }

    private static void startAll() {
        try {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            Thread[] threads = new Thread[500];
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < threads.length; i++) {
                    threads[i] = (Thread) start.invoke(null, (Runnable) Starters::work);
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        } catch (ReflectiveOperationException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void work() {
        Thread.yield();
        synchronized (Starters.class) {
            counted++;
        }
        racy++;
    }
}
