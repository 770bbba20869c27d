// Rule: reflection shows the fields that the program declares and no others.
//! clean
public class FieldsHidden {
    static class Two {
        int plain;
        volatile int flag;
    }

    public static void main(String[] args) {
        Order.require(Two.class.getDeclaredFields().length == 2);
        Order.require(Thread.class.getFields().length == 3);
    }
}
