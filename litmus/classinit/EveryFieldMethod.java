// Rule: end of <clinit> -> every first active use: each method of Field, and Class.forName. The fields are volatile, because the
// check of an access to a plain one knows by itself that the class is initialized.
import java.lang.reflect.Field;

//! clean
public class EveryFieldMethod {
    static class GetBoolean {
        static volatile boolean value;

        static {
            ran++;
        }
    }

    static class SetBoolean {
        static volatile boolean value;

        static {
            ran++;
        }
    }

    static class GetByte {
        static volatile byte value;

        static {
            ran++;
        }
    }

    static class SetByte {
        static volatile byte value;

        static {
            ran++;
        }
    }

    static class GetChar {
        static volatile char value;

        static {
            ran++;
        }
    }

    static class SetChar {
        static volatile char value;

        static {
            ran++;
        }
    }

    static class GetShort {
        static volatile short value;

        static {
            ran++;
        }
    }

    static class SetShort {
        static volatile short value;

        static {
            ran++;
        }
    }

    static class GetInt {
        static volatile int value;

        static {
            ran++;
        }
    }

    static class SetInt {
        static volatile int value;

        static {
            ran++;
        }
    }

    static class GetLong {
        static volatile long value;

        static {
            ran++;
        }
    }

    static class SetLong {
        static volatile long value;

        static {
            ran++;
        }
    }

    static class GetFloat {
        static volatile float value;

        static {
            ran++;
        }
    }

    static class SetFloat {
        static volatile float value;

        static {
            ran++;
        }
    }

    static class GetDouble {
        static volatile double value;

        static {
            ran++;
        }
    }

    static class SetDouble {
        static volatile double value;

        static {
            ran++;
        }
    }

    static class Get {
        static volatile Object value;

        static {
            ran++;
        }
    }

    static class Set {
        static volatile Object value;

        static {
            ran++;
        }
    }

    static class Named {
        static volatile Object value;

        static {
            ran++;
        }
    }

    static class Loaded {
        static volatile Object value;

        static {
            ran++;
        }
    }

    interface Use {
        void of(Field field) throws Exception;
    }

    /** What the initializers are for: code that runs. One thread runs them all. */
    static int ran;

    static final Edges EDGES = new Edges();

    static void edge(Class<?> lazy, Use use) throws Exception {
        Field field = lazy.getDeclaredField("value");
        String name = lazy.getName();
        EDGES.add(() -> Class.forName(name), () -> use.of(field));
    }

    public static void main(String[] args) throws Exception {
        edge(GetBoolean.class, field -> field.getBoolean(null));
        edge(SetBoolean.class, field -> field.setBoolean(null, true));
        edge(GetByte.class, field -> field.getByte(null));
        edge(SetByte.class, field -> field.setByte(null, (byte) 1));
        edge(GetChar.class, field -> field.getChar(null));
        edge(SetChar.class, field -> field.setChar(null, 'a'));
        edge(GetShort.class, field -> field.getShort(null));
        edge(SetShort.class, field -> field.setShort(null, (short) 1));
        edge(GetInt.class, field -> field.getInt(null));
        edge(SetInt.class, field -> field.setInt(null, 1));
        edge(GetLong.class, field -> field.getLong(null));
        edge(SetLong.class, field -> field.setLong(null, 1));
        edge(GetFloat.class, field -> field.getFloat(null));
        edge(SetFloat.class, field -> field.setFloat(null, 1));
        edge(GetDouble.class, field -> field.getDouble(null));
        edge(SetDouble.class, field -> field.setDouble(null, 1));
        edge(Get.class, field -> field.get(null));
        edge(Set.class, field -> field.set(null, "a"));
        String named = Named.class.getName();
        edge(Named.class, field -> Class.forName(named));
        String loaded = Loaded.class.getName();
        ClassLoader loader = EveryFieldMethod.class.getClassLoader();
        edge(Loaded.class, field -> Class.forName(loaded, true, loader));
        EDGES.run();
    }
}
