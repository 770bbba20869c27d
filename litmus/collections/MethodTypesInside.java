// Rule: the tables in which the JDK keeps the types of methods, one object for each, order nothing.
import java.lang.invoke.MethodType;

public class MethodTypesInside {
    static int value;

    /** New to the table: the class is in no type yet. */
    static MethodType type() {
        return MethodType.methodType(MethodTypesInside.class, MethodTypesInside.class);
    }

    public static void main(String[] args) throws Exception {
        MethodType.methodType(Order.class, Order.class);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    type();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    type();
                    value = 2; //! race value write
                });
    }
}
