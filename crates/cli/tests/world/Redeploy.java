import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Deploys an application again and again, each time in a fresh loader, uses it from threads that outlive it, drops it, and
 * tells whether all loaders were collected.
 */
public final class Redeploy {
    private static final int DEPLOYMENTS = 50;

    public static void main(String[] args) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        Worker worker = new Worker();
        worker.setDaemon(true);
        worker.start();
        for (int i = 0; i < DEPLOYMENTS; i++) {
            loaders.add(deploy(worker));
        }
        int left = DEPLOYMENTS;
        for (int attempt = 0; attempt < 200 && left > 0; attempt++) {
            System.gc();
            Thread.sleep(10);
            left = 0;
            for (WeakReference<ClassLoader> loader : loaders) {
                left += loader.get() == null ? 0 : 1;
            }
        }
        worker.give(null);
        worker.join();
        System.out.println("loaders left: " + left);
    }

    private static WeakReference<ClassLoader> deploy(Worker worker) throws Exception {
        ClassLoader loader = new ChildFirst();
        Runnable application = (Runnable) loader.loadClass("Redeploy$Application").getConstructor().newInstance();
        Thread own = new Thread(application);
        own.start();
        application.run();
        worker.give(application);
        worker.await();
        own.join();
        return new WeakReference<>(loader);
    }

    /** A thread that serves all deployments, as that of a server does. */
    private static final class Worker extends Thread {
        private Runnable task;
        private boolean full;

        synchronized void give(Runnable next) {
            task = next;
            full = true;
            notifyAll();
        }

        synchronized void await() throws InterruptedException {
            while (full) {
                wait();
            }
        }

        private synchronized Runnable take() throws InterruptedException {
            while (!full) {
                wait();
            }
            return task;
        }

        private synchronized void done() {
            task = null;
            full = false;
            notifyAll();
        }

        @Override
        public void run() {
            try {
                for (Runnable next = take(); next != null; next = take()) {
                    next.run();
                    next = null;
                    done();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Defines the application's classes itself, though its parent has them too. */
    private static final class ChildFirst extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        ChildFirst() {
            super(Redeploy.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Redeploy$Application") && !name.startsWith("Redeploy$Base")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static class Base {
        static int inheritedStatic;
        static final int[] SHARED = new int[4];
        int inherited;
    }

    /** Everything that leaves traces: statics, inherited and foreign ones, locks, handles, arrays, lambdas. */
    public static final class Application extends Base implements Runnable {
        private static final Object LOCK = new Object();
        private static final ReentrantLock REENTRANT = new ReentrantLock();
        private static final VarHandle COUNT;
        private static final VarHandle TOTAL;
        private static final AtomicIntegerFieldUpdater<Application> UPDATES =
                AtomicIntegerFieldUpdater.newUpdater(Application.class, "updates");
        private static final Map<String, Application> BY_NAME = new HashMap<>();
        private static final ThreadLocal<Integer> LOCAL = new ThreadLocal<>();
        private static volatile int generation;
        private static int racy;
        private static int total;
        private int count;
        private volatile int updates;
        private final Object own = new Application.Part();

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                COUNT = lookup.findVarHandle(Application.class, "count", int.class);
                TOTAL = lookup.findStaticVarHandle(Application.class, "total", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        static final class Part {}

        @Override
        public void run() {
            synchronized (LOCK) {
                inheritedStatic++;
                SHARED[1]++;
                Application.inheritedStatic++;
                BY_NAME.put("self", this);
                COUNT.set(this, (int) COUNT.get(this) + 1);
                TOTAL.set((int) TOTAL.get() + 1);
            }
            synchronized (own) {
                inherited++;
            }
            synchronized (Application.class) {
                generation++;
            }
            REENTRANT.lock();
            try {
                Runnable task = () -> inheritedStatic += count;
                synchronized (LOCK) {
                    task.run();
                }
            } finally {
                REENTRANT.unlock();
            }
            UPDATES.incrementAndGet(this);
            COUNT.getAndAdd(this, 1);
            racy++;
            LOCAL.remove();
        }
    }
}
