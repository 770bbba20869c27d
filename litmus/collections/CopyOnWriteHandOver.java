// Rule: CopyOnWriteArrayList and Set: putting an element -> reading that element.
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

//! clean
public class CopyOnWriteHandOver {
    static int listed;
    static int iterated;
    static int found;

    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
        CopyOnWriteArraySet<String> set = new CopyOnWriteArraySet<>();
        Order.run(
                () -> {
                    listed = 1;
                    list.add("first");
                    Order.reach(1);
                    Order.await(2);
                    iterated = 1;
                    list.addIfAbsent("second");
                    found = 1;
                    set.add("element");
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    list.get(0);
                    listed = 2;
                    Order.reach(2);
                    Order.await(3);
                    for (String element : list) {
                        Order.require(element != null);
                    }
                    iterated = 2;
                    Order.require(set.contains("element"));
                    found = 2;
                });
    }
}
