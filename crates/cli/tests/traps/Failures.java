import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** Prints the exceptions of all kinds of instructions: type, message, and every frame. */
public final class Failures {
    int field;
    int[] data;
    Failures next;
    volatile long stamp;
    static Failures none;
    static int[] noData;
    static int[][] rows = new int[2][];
    static volatile Failures vanished;
    static final AtomicLongFieldUpdater<Failures> STAMP_UPDATER =
            AtomicLongFieldUpdater.newUpdater(Failures.class, "stamp");
    static final VarHandle STAMP;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static final MethodHandle WORK;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STAMP = lookup.findVarHandle(Failures.class, "stamp", long.class);
            WORK = lookup.findVirtual(Failures.class, "work", MethodType.methodType(int.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    interface Body {
        void run() throws Throwable;
    }

    public static void main(String[] args) throws Exception {
        Failures f = new Failures();
        Failures nil = null;
        int[] noArray = null;
        int[] array = new int[2];
        Object[] strings = new String[1];
        Object object = "text";
        show("getfield", () -> System.out.println(none.field));
        show("getfield of local", () -> System.out.println(nil.field));
        show("getfield chain", () -> System.out.println(f.next.next.field));
        show("putfield", () -> none.field = 3);
        show("putfield local", () -> nil.field = 3);
        show("putfield chain", () -> f.next.field = 4);
        show("putfield increment", () -> f.next.field++);
        show("volatile read", () -> System.out.println(none.stamp));
        show("volatile write", () -> none.stamp = 3L);
        show("volatile static", () -> vanished.stamp++);
        show("array load", () -> System.out.println(noData[3]));
        show("array load local", () -> System.out.println(noArray[3]));
        show("array load field", () -> System.out.println(f.data[f.field]));
        show("array store", () -> noData[1] = 2);
        show("array store field", () -> f.data[array[1]] = 2);
        show("array of arrays", () -> rows[1][0] = 2);
        show("array of arrays, load", () -> rows[0][array[0]]++);
        show("array length", () -> System.out.println(f.data.length));
        show("bounds low", () -> array[-1] = 1);
        show("bounds high", () -> System.out.println(array[2]));
        show("bounds increment", () -> array[5] += 2);
        show("store type", () -> strings[0] = 3);
        show("negative size", () -> System.out.println(new int[-1].length));
        show("negative size, inner", () -> System.out.println(new int[2][-3].length));
        show("cast", () -> System.out.println((Integer) object));
        show("monitor of null", () -> {
            synchronized (none) {
                System.out.println("not here");
            }
        });
        show("monitor of null local", () -> {
            synchronized (nil) {
                System.out.println("not here");
            }
        });
        show("invoke", () -> none.work(1));
        show("invoke synchronized", () -> none.guarded(1));
        show("invoke on field", () -> f.next.guarded(1));
        show("invoke interface", () -> ((Body) null).run());
        show("invoke result", () -> f.itself(null).work(2));
        show("start of null", () -> ((Thread) null).start());
        show("join of null", () -> ((Thread) null).join());
        show("lock of null", () -> ((java.util.concurrent.locks.Lock) null).lock());
        show("map of null", () -> ((java.util.Map<?, ?>) null).get(1));
        show("unboxing", () -> System.out.println((int) (Integer) null));
        show("throw null", () -> {
            throw (RuntimeException) null;
        });
        show("wait of null", () -> nil.wait());
        show("timed wait of null", () -> nil.wait(1));
        show("wait without lock", () -> f.wait(1));
        show("notify without lock", f::notify);
        show("notifyAll without lock", f::notifyAll);
        show("atomic of null", () -> ((AtomicInteger) null).incrementAndGet());
        show("atomic index", () -> new AtomicIntegerArray(2).incrementAndGet(2));
        show("updater of null", () -> STAMP_UPDATER.set(nil, 1L));
        show("updater update of null", () -> STAMP_UPDATER.incrementAndGet(nil));
        show("handle of null", () -> ((VarHandle) null).setVolatile(f, 1L));
        show("handle on null", () -> STAMP.setVolatile(nil, 1L));
        show("handle update on null", () -> STAMP.compareAndSet(nil, 1L, 2L));
        show("handle of other type", () -> STAMP.setVolatile(object, 1L));
        show("handle of other shape", () -> STAMP.setVolatile(f, "text"));
        show("handle index", () -> ELEMENT.setVolatile(array, 2, 1));
        show("handle index of update", () -> System.out.println((int) ELEMENT.getAndAdd(array, -1, 1)));
        show("handle of null array", () -> ELEMENT.setRelease(noArray, 2, 1));
        show("method handle", () -> WORK.invoke(nil, 1));
        show("start twice", () -> {
            Thread thread = new Thread(() -> {});
            thread.start();
            thread.join();
            thread.start();
        });
        show("unlock without lock", () -> new java.util.concurrent.locks.ReentrantLock().unlock());
        show("division", () -> System.out.println(1 / f.field));
        show("in synchronized method", () -> f.guarded(0));
        show("in synchronized block", f::block);
        show("in synchronized static", () -> staticGuarded(0));
        show("in constructor", () -> new Broken(0));
        show("in constructor, after this", () -> new Broken(none));
        show("in initializer", () -> System.out.println(Uninitialized.VALUE));
        show("after failed initializer", () -> System.out.println(Uninitialized.VALUE));
        show("in lambda", () -> call(() -> none.field));
        show("in reflection", () -> Failures.class.getDeclaredMethod("staticGuarded", int.class).invoke(null, 0));
        show("in future", () -> {
            try {
                CompletableFuture.supplyAsync(() -> none.field).get();
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        });
        show("in thread", () -> {
            List<Throwable> caught = new ArrayList<>();
            Thread thread = new Thread(() -> none.field++);
            thread.setUncaughtExceptionHandler((t, e) -> caught.add(e));
            thread.start();
            thread.join();
            throw caught.get(0);
        });
        show("rethrown", () -> {
            try {
                f.guarded(0);
            } finally {
                f.field = 0;
                System.out.println(Thread.holdsLock(f));
            }
        });
        show("assertion of sums", () -> {
            throw new IllegalStateException("sum", new Exception("inner"));
        });
        walk(f);
        Thread.dumpStack();
        for (StackTraceElement e : Thread.currentThread().getStackTrace()) {
            System.out.println("  " + e);
        }
    }

    static void show(String what, Body body) {
        try {
            body.run();
            System.out.println(what + ": no exception");
        } catch (Throwable thrown) {
            System.out.println(what + ":");
            for (Throwable t = thrown; t != null; t = t.getCause()) {
                System.out.println("  " + t);
                for (StackTraceElement e : t.getStackTrace()) {
                    // Numbers of hidden lambda classes and of generated accessors differ from run to run.
                    System.out.println("    " + e.toString().replaceAll("0x[0-9a-f]+|Accessor[0-9]+", "#"));
                }
                for (Throwable s : t.getSuppressed()) {
                    System.out.println("  suppressed " + s);
                }
            }
        }
    }

    static <T> T call(Callable<T> body) throws Exception {
        return body.call();
    }

    Failures itself(Failures other) {
        return other;
    }

    int work(int n) {
        return field / n;
    }

    synchronized int guarded(int n) {
        field++;
        return field / n;
    }

    static synchronized int staticGuarded(int n) {
        return 7 / n;
    }

    void block() {
        synchronized (this) {
            synchronized (rows) {
                next.field = 2;
            }
        }
    }

    static class Broken {
        int value = 3;
        final int other;

        Broken(int n) {
            value = value / n;
            other = value;
        }

        Broken(Failures f) {
            other = f.field;
        }
    }

    static class Uninitialized {
        static final int[] TABLE = null;
        static final int VALUE = TABLE[1];
    }

    synchronized void depth(int n) {
        synchronized (this) {
            if (n > 0) {
                field = n;
                depth(n - 1);
                return;
            }
        }
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .forEach(frame -> System.out.println("  " + frame + " " + frame.getDeclaringClass()));
        StackWalker.getInstance().walk(s -> {
            System.out.println(s.count());
            return null;
        });
    }

    static void walk(Failures f) {
        f.depth(3);
    }
}
