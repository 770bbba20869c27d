// Rule: end of <clinit> -> every first active use: reflection. A constructor, a method, a field.
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

//! clean
public class InitByReflection {
    static class Built {
        static {
            built = 1;
        }

        Built() {}
    }

    static class Called {
        static {
            called = 1;
        }

        static void touch() {}
    }

    static class Read {
        static volatile int field;

        static {
            read = 1;
        }
    }

    static int built;
    static int called;
    static int read;

    public static void main(String[] args) throws Exception {
        Constructor<?> constructor = Built.class.getDeclaredConstructor();
        Method method = Called.class.getDeclaredMethod("touch");
        Field field = Read.class.getDeclaredField("field");
        Order.run(
                () -> {
                    new Built();
                    Called.touch();
                    int seen = Read.field;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    constructor.newInstance();
                    built = 2;
                    method.invoke(null);
                    called = 2;
                    field.getInt(null);
                    read = 2;
                });
    }
}
