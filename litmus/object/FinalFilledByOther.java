import java.util.ArrayList;
import java.util.List;

// Rule: final fields: what another thread has written is safe too, if it was handed over in order before the constructor ended.
//! clean
public class FinalFilledByOther {
    static final class Name {
        int length;
    }

    static final class Table {
        final int[] few;
        final int[] many;
        final Name name;
        final List<String> list;

        Table(int[] few, int[] many, Name name, List<String> list) {
            this.few = few;
            this.many = many;
            this.name = name;
            this.list = list;
        }
    }

    private static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        int[] few = new int[3];
        int[] many = new int[200];
        Name name = new Name();
        List<String> list = new ArrayList<>();
        Order.run(
                () -> {
                    synchronized (LOCK) {
                        few[1] = 1;
                        for (int i = 0; i < many.length; i++) {
                            many[i] = i;
                        }
                        name.length = 4;
                        list.add("text");
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (LOCK) {
                        Publication.publish(new Table(few, many, name, list));
                    }
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Table table = (Table) Publication.published();
                    int sum = table.few[1] + table.name.length + table.list.size();
                    for (int i = 0; i < table.many.length; i++) {
                        sum += table.many[i];
                    }
                    Order.require(sum == 6 + 199 * 100);
                });
    }
}
