import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.Callable;

/** Variable handles of every kind, called so that they succeed and so that they throw. */
public final class Handles {
    /** Uses its own variable while a compare-and-set of it from outside initializes the class. */
    static final class Late {
        static volatile int value;

        static {
            value = 5;
            System.out.println("initialized");
        }
    }

    static final class Broken {
        static volatile int value;

        static {
            if (value == 0) {
                throw new IllegalStateException("broken");
            }
        }
    }

    static final VarHandle LONG = field("wide", long.class);
    static final VarHandle DOUBLE = field("real", double.class);
    static final VarHandle OBJECT = field("object", Object.class);
    static final VarHandle BYTE = field("small", byte.class);
    static final VarHandle FINAL = field("fixed", int.class);
    static final VarHandle CELL = MethodHandles.arrayElementVarHandle(String[].class);
    static final VarHandle VIEW =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle BUFFER =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static VarHandle none;

    volatile long wide;
    volatile double real;
    Object object;
    byte small;
    final int fixed = 3;

    static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Handles.class, name, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    static VarHandle late(Class<?> owner) throws ReflectiveOperationException {
        return MethodHandles.lookup().findStaticVarHandle(owner, "value", int.class);
    }

    static void show(String what, Callable<Object> call) {
        try {
            System.out.println(what + ": " + call.call());
        } catch (Throwable thrown) {
            System.out.println(what + ": " + thrown + ", because of " + thrown.getCause());
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (frame.getClassName().startsWith("Handles")) {
                    System.out.println("    at " + frame.getMethodName() + ":" + frame.getLineNumber());
                }
            }
        }
    }

    static int caught(Handles target, int turns) {
        int total = 0;
        long sum = 17;
        for (int i = 0; i < turns; i++) {
            try {
                total += LONG.compareAndSet(target, (long) i, i + 1L) ? 1 : 0;
                sum += (long) LONG.getAndAdd(target, 0L);
            } catch (NullPointerException expected) {
                total--;
            } finally {
                total += 100;
            }
        }
        return total + (int) sum;
    }

    static synchronized boolean locked(Handles target) {
        return OBJECT.compareAndSet(target, (Object) null, (Object) "set");
    }

    public static void main(String[] args) throws Exception {
        Handles h = new Handles();
        String[] cells = new String[2];
        byte[] bytes = new byte[64];
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        show("null object", () -> LONG.compareAndSet((Handles) null, 1L, 2L));
        show("null handle", () -> none.compareAndSet(h, 1, 2));
        show("long", () -> LONG.compareAndSet(h, 0L, 2L));
        show("long sum", () -> (long) LONG.getAndAdd(h, 5L));
        show("double", () -> (double) DOUBLE.getAndSet(h, 2.5));
        show("double swap", () -> DOUBLE.compareAndSet(h, 2.5, 3.5));
        show("boxed", () -> LONG.getVolatile(h));
        BYTE.set(h, (byte) 3);
        show("byte", () -> (byte) BYTE.get(h));
        show("final", () -> (int) FINAL.get(h));
        show("index", () -> CELL.compareAndSet(cells, 2, null, "x"));
        show("negative index", () -> CELL.compareAndSet(cells, -1, null, "x"));
        show("element", () -> CELL.compareAndSet(cells, 1, null, "x"));
        show("char index", () -> (String) CELL.getVolatile(cells, (char) 1));
        show("other array", () -> CELL.compareAndSet((Object) new Object[1], 0, (Object) null, (Object) "x"));
        show("other class", () -> LONG.compareAndSet((Object) "no", 1L, 2L));
        show("caught", () -> caught(h, 9));
        show("caught null", () -> caught(null, 9));
        show("locked", () -> locked(h));
        show("locked null", () -> locked(null));
        VIEW.set(bytes, 3, 77L);
        show("view", () -> (long) VIEW.get(bytes, 3));
        BUFFER.setVolatile(buffer, 8, 7);
        show("buffer", () -> BUFFER.compareAndSet(buffer, 8, 7, 9));
        show("late", () -> late(Late.class).compareAndSet(5, 8));
        show("broken", () -> late(Broken.class).compareAndSet(1, 2));
    }
}
