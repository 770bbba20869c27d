// Rule: a field that a JDK class declares two levels above the application's class (modCount).
import java.util.ArrayList;

public class JdkFieldDeep {
    static class Items extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
    }

    static class Audited extends Items {
        private static final long serialVersionUID = 1L;

        void touch() {
            modCount = 1; //! race modCount write
        }

        int changes() {
            return modCount; //! race modCount read
        }
    }

    public static void main(String[] args) throws Exception {
        Audited items = new Audited();
        Audited others = new Audited();
        Order.run(
                () -> {
                    items.touch();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    others.changes();
                    items.changes();
                });
    }
}
