// Rule: end of <clinit> -> every first active use: each method of Field, and Class.forName.
import java.lang.reflect.Field;

//! clean
public class EveryFieldMethod {
    static class GetBoolean {
        static boolean value;

        static {
            ran++;
        }
    }

    static class SetBoolean {
        static boolean value;

        static {
            ran++;
        }
    }

    static class GetByte {
        static byte value;

        static {
            ran++;
        }
    }

    static class SetByte {
        static byte value;

        static {
            ran++;
        }
    }

    static class GetChar {
        static char value;

        static {
            ran++;
        }
    }

    static class SetChar {
        static char value;

        static {
            ran++;
        }
    }

    static class GetShort {
        static short value;

        static {
            ran++;
        }
    }

    static class SetShort {
        static short value;

        static {
            ran++;
        }
    }

    static class GetInt {
        static int value;

        static {
            ran++;
        }
    }

    static class SetInt {
        static int value;

        static {
            ran++;
        }
    }

    static class GetLong {
        static long value;

        static {
            ran++;
        }
    }

    static class SetLong {
        static long value;

        static {
            ran++;
        }
    }

    static class GetFloat {
        static float value;

        static {
            ran++;
        }
    }

    static class SetFloat {
        static float value;

        static {
            ran++;
        }
    }

    static class GetDouble {
        static double value;

        static {
            ran++;
        }
    }

    static class SetDouble {
        static double value;

        static {
            ran++;
        }
    }

    static class Get {
        static Object value;

        static {
            ran++;
        }
    }

    static class Set {
        static Object value;

        static {
            ran++;
        }
    }

    static class Named {
        static Object value;

        static {
            ran++;
        }
    }

    static class Loaded {
        static Object value;

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
