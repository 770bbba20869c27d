// Rule: what a constructor did to the container behind a final field is safe for whoever reads that field.
//! clean
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class FinalContainer {
    static class Immutable {
        final Map<String, String> map = new HashMap<>();
        final List<String> list;

        Immutable() {
            map.put("a", "1");
            List<String> filled = new ArrayList<>();
            filled.add("a");
            list = Collections.unmodifiableList(filled);
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Immutable());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Immutable seen = (Immutable) Publication.published();
                    seen.map.get("a");
                    seen.list.get(0);
                });
    }
}
