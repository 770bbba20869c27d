// Rule: Unsafe: plain modes access static fields too, each those of the class that is the base.
import java.lang.reflect.Field;

public class UnsafeStatic {
    static class Above {
        static int above;
    }

    static class Below extends Above {
        static int below;
        static Object reference;
    }

    static Field field(Class<?> type, String name) throws Exception {
        return type.getDeclaredField(name);
    }

    public static void main(String[] args) throws Exception {
        Above.above = 0;
        Below.below = 0;
        Object base = SunUnsafe.UNSAFE.staticFieldBase(field(Below.class, "below"));
        long below = SunUnsafe.UNSAFE.staticFieldOffset(field(Below.class, "below"));
        long reference = SunUnsafe.UNSAFE.staticFieldOffset(field(Below.class, "reference"));
        Order.run(
                () -> {
                    SunUnsafe.UNSAFE.putInt(base, below, 1); //! race below write
                    Below.reference = "o"; //! race reference write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Above.above = 1;
                    int vBelow = Below.below; //! race below read
                    Object vReference = SunUnsafe.UNSAFE.getObject(base, reference); //! race reference read
                });
    }
}
