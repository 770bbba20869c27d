// Rule: CopyOnWriteArrayList: putting an element -> reading it; an iterator made before sees and orders nothing.
import java.util.Iterator;
import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWriteEarly {
    static int value;

    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
        list.add("first");
        Order.run(
                () -> {
                    Order.await(1);
                    value = 1; //! race value write
                    list.add("second");
                    Order.reach(2);
                },
                () -> {
                    Iterator<String> iterator = list.iterator();
                    Order.reach(1);
                    Order.await(2);
                    iterator.next();
                    Order.require(!iterator.hasNext());
                    value = 2; //! race value write
                });
    }
}
