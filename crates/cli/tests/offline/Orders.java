import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two threads write each field, one after the other in real time. If the argument is {@code ordered}, what they use orders
 * them; else they use it side by side.
 */
public final class Orders {
    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);

    private int byMonitor;
    private int byVolatile;
    private int byLock;
    private int byTask;
    private int byMap;
    private int byStart;
    private final int[] elements = new int[2];

    private volatile boolean flag;
    private volatile boolean otherFlag;

    public static void main(String[] args) throws Exception {
        // Threads that link code for the first time meet inside the JDK.
        new Orders().all(true);
        new Orders().all(args[0].equals("ordered"));
        System.out.println("done");
    }

    private void all(boolean ordered) throws Exception {
        Object monitor = new Object();
        Object other = ordered ? monitor : new Object();
        inTurn(() -> {
            synchronized (monitor) {
                byMonitor = 1;
            }
        }, () -> {
            synchronized (other) {
                byMonitor = 2;
            }
        });
        inTurn(() -> {
            byVolatile = 1;
            flag = true;
        }, () -> byVolatile = (ordered ? flag : otherFlag) ? 2 : 3);
        ReentrantLock lock = new ReentrantLock();
        ReentrantLock otherLock = ordered ? lock : new ReentrantLock();
        inTurn(() -> {
            lock.lock();
            byLock = 1;
            lock.unlock();
        }, () -> {
            otherLock.lock();
            byLock = 2;
            otherLock.unlock();
        });
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        inTurn(() -> {
            byMap = 1;
            map.put("key", "value");
        }, () -> {
            map.get(ordered ? "key" : "other");
            byMap = 2;
        });
        inTurn(() -> elements[0] = 1, () -> elements[ordered ? 1 : 0] = 2);
        byTask(ordered);
        byStart(ordered);
    }

    private void byTask(boolean ordered) throws Exception {
        int[] step = new int[1];
        ExecutorService executor = Executors.newFixedThreadPool(1);
        if (ordered) {
            byTask = 1;
        }
        Future<?> task = executor.submit(() -> {
            await(step);
            byTask = 2;
        });
        if (!ordered) {
            byTask = 1;
        }
        reach(step);
        task.get();
        executor.shutdown();
    }

    private void byStart(boolean ordered) throws InterruptedException {
        int[] step = new int[1];
        Thread thread = new Thread(() -> {
            byStart = 1;
            reach(step);
        });
        thread.start();
        await(step);
        if (ordered) {
            thread.join();
        }
        byStart = 2;
        thread.join();
    }

    private static void inTurn(Runnable first, Runnable second) throws InterruptedException {
        int[] step = new int[1];
        Thread one = new Thread(() -> {
            first.run();
            reach(step);
        });
        Thread two = new Thread(() -> {
            await(step);
            second.run();
        });
        one.start();
        two.start();
        one.join();
        two.join();
    }

    private static void reach(int[] step) {
        STEP.setOpaque(step, 0, 1);
    }

    private static void await(int[] step) {
        while ((int) STEP.getOpaque(step, 0) == 0) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
