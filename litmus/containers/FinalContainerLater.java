// Rule: what is done to the container behind a final field after the constructor's end is not safe.
import java.util.HashMap;
import java.util.Map;

public class FinalContainerLater {
    static class Holder {
        final Map<String, String> map = new HashMap<>();
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Holder made = new Holder();
                    made.map.put("a", "1"); //! container c write
                    Publication.publish(made);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Holder seen = (Holder) Publication.published();
                    seen.map.get("a"); //! container c read
                });
    }
}
