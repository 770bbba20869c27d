import java.lang.reflect.Method;

/** A million virtual threads, a thousand alive at a time; started by reflection for older compilers. */
public final class Million {
    private static int counted;
    private static int racy;

    public static void main(String[] args) throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Thread[] threads = new Thread[1_000];
        for (int round = 0; round < 1_000; round++) {
            for (int i = 0; i < threads.length; i++) {
                threads[i] = (Thread) start.invoke(null, (Runnable) Million::work);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        System.out.println("counted " + counted);
    }

    private static void work() {
        synchronized (Million.class) {
            counted++;
        }
        racy++;
    }
}
