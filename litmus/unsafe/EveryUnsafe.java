// Rule: Unsafe: every method that releases or acquires a variable does so by itself.
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

//! clean
public class EveryUnsafe {
    volatile boolean forBoolean;
    volatile byte forByte;
    volatile short forShort;
    volatile char forChar;
    volatile int forInt;
    volatile long forLong;
    volatile float forFloat;
    volatile double forDouble;
    volatile Object forObject;

    static final Edges EDGES = new Edges();

    /** A method by what stands before and after the name of the type, and its arguments. */
    static final class Op {
        final String before;
        final String after;
        final Object[] values;

        Op(String before, String after, Object... values) {
            this.before = before;
            this.after = after;
            this.values = values;
        }
    }

    /** The variables of one type, and two of its values. */
    static final class Variables {
        final Class<?> type;
        final String name;
        final Object zero;
        final Object one;
        final Op put;
        final Op get;

        Variables(Class<?> type, Object zero, Object one) {
            this.type = type;
            String lower = type.getSimpleName();
            this.name = Character.toUpperCase(lower.charAt(0)) + lower.substring(1);
            this.zero = zero;
            this.one = one;
            this.put = new Op("put", "Volatile", one);
            this.get = new Op("get", "Volatile");
        }

        MethodHandle call(Op op, Object box) {
            Class<?>[] types = new Class<?>[op.values.length];
            Arrays.fill(types, type);
            Class<?> result = type;
            if (op.before.startsWith("put")) {
                result = void.class;
            } else if (op.before.startsWith("compare")) {
                result = boolean.class;
            }
            long offset = Unsafe.offset(EveryUnsafe.class, "for" + name);
            return Unsafe.call(box, offset, op.before + name + op.after, result, types, op.values);
        }

        /** Both sides are tried once before the threads start, so that no thread links them. */
        void edge(Op release, Op acquire) {
            EveryUnsafe trial = new EveryUnsafe();
            Unsafe.run(call(release, trial));
            Unsafe.run(call(acquire, trial));
            EveryUnsafe it = new EveryUnsafe();
            MethodHandle first = call(release, it);
            MethodHandle second = call(acquire, it);
            EDGES.add(() -> Unsafe.run(first), () -> Unsafe.run(second));
        }

        void volatileModes() {
            edge(put, get);
        }

        void otherModes() {
            Op compareAndSwap = new Op("compareAndSwap", "", zero, one);
            Op getAndSet = new Op("getAndSet", "", one);
            edge(new Op("putOrdered", "", one), get);
            edge(getAndSet, get);
            edge(put, getAndSet);
            edge(compareAndSwap, get);
            edge(put, compareAndSwap);
            edge(put, new Op("compareAndSwap", "", one, zero));
        }

        void add() {
            Op getAndAdd = new Op("getAndAdd", "", one);
            edge(getAndAdd, get);
            edge(put, getAndAdd);
        }
    }

    public static void main(String[] args) throws Exception {
        Variables ints = new Variables(int.class, 0, 1);
        Variables longs = new Variables(long.class, 0L, 1L);
        Variables objects = new Variables(Object.class, null, "a");
        Variables[] all = {
            new Variables(boolean.class, false, true),
            new Variables(byte.class, (byte) 0, (byte) 1),
            new Variables(short.class, (short) 0, (short) 1),
            new Variables(char.class, 'a', 'b'),
            new Variables(float.class, 0f, 1f),
            new Variables(double.class, 0d, 1d),
            ints,
            longs,
            objects,
        };
        for (Variables each : all) {
            each.volatileModes();
        }
        for (Variables each : new Variables[] {ints, longs, objects}) {
            each.otherModes();
        }
        ints.add();
        longs.add();
        EDGES.run();
    }
}
