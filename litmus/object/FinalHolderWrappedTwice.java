import java.util.ArrayList;
import java.util.List;

// Rule: final fields: what is reached through an array or a list behind a final field stays safe when a thread that came by it through the
// final field puts it into an object of its own.
//! clean
public class FinalHolderWrappedTwice {
    static final class Name {
        int length;
    }

    static final class Table {
        final Name[] names;
        final List<Name> list;

        Table(Name[] names, List<Name> list) {
            this.names = names;
            this.list = list;
        }
    }

    private static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Name first = new Name();
        Name second = new Name();
        Order.run(
                () -> {
                    synchronized (LOCK) {
                        first.length = 1;
                        second.length = 2;
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (LOCK) {
                        Name[] names = new Name[3];
                        names[1] = first;
                        List<Name> list = new ArrayList<>();
                        list.add(second);
                        Publication.publish(new Table(names, list));
                    }
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Table table = (Table) Publication.published();
                    new Table(table.names, table.list);
                    Order.reach(3);
                },
                () -> {
                    Order.await(3);
                    Table table = (Table) Publication.published();
                    Order.require(table.names[1].length + table.list.get(0).length == 3);
                });
    }
}
