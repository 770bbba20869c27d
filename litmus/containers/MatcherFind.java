// Rule: find writes a Matcher, group reads it.
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MatcherFind {
    static final Matcher shared = Pattern.compile("a").matcher("aaa");

    public static void main(String[] args) throws Exception {
        shared.find();
        Order.run(
                () -> {
                    shared.find(); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.group(); //! container c read
                });
    }
}
