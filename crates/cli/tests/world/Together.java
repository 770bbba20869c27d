import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CyclicBarrier;

/** Threads load and initialize the same classes at the same moment, by a loader that lets them. */
public final class Together {
    private static final int THREADS = 6;
    private static final int ROUNDS = 30;

    static final class Parallel extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        Parallel() {
            super(Together.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Together$Loaded")) {
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
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static class LoadedBase {
        static int base = 1;
        protected int own = base;
    }

    public static class LoadedLeft extends LoadedBase {
        static int left = base + 1;
        static final int[] TABLE = {left, base};
    }

    public static class LoadedRight extends LoadedLeft implements Runnable {
        static int right = left + TABLE[0] + 1;

        @Override
        public void run() {
            if (right + own != 6) {
                throw new IllegalStateException();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        Parallel[] loaders = new Parallel[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            loaders[i] = new Parallel();
        }
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> load(loaders, barrier));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("loaded");
    }

    private static void load(Parallel[] loaders, CyclicBarrier barrier) {
        try {
            for (Parallel loader : loaders) {
                barrier.await();
                Class<?> type = Class.forName("Together$LoadedRight", true, loader);
                ((Runnable) type.getConstructor().newInstance()).run();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
