// Rule: Vector: synchronized methods, its own monitor; a Stack is a Vector.
import java.util.Stack;
import java.util.Vector;

//! clean
public class VectorHandOver {
    static int added;
    static int pushed;
    static int iterated;

    public static void main(String[] args) throws Exception {
        Vector<Object> vector = new Vector<>();
        Stack<Object> stack = new Stack<>();
        Order.run(
                () -> {
                    added = 1;
                    vector.add("element");
                    pushed = 1;
                    stack.push("element");
                    iterated = 1;
                    vector.addElement("last");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(vector.size() == 2);
                    added = 2;
                    Order.require(stack.pop().equals("element"));
                    pushed = 2;
                    synchronized (vector) {
                        vector.iterator().next();
                    }
                    iterated = 2;
                });
    }
}
