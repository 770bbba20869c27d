//! Records: their fields are final, but what they hold may change, and they may have static fields.
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public record Records(List<String> names, int[] counts) {
    private static int made;

    // Reported: static, though in a constructor.
    public Records {
        made++; //~ true-positive unprotected-write made
        names = List.copyOf(names);
    }

    // Reported: the list is one for all who have the record.
    public void add(String name) {
        names.add(name); //~ unprotected-write names
    }

    // Reported: against that.
    public int size() {
        return names.size(); //~ read-write-race names
    }

    // Reported: the array is, too.
    public void count() {
        counts[0]++; //~ unprotected-write counts
    }

    // Clean: the component itself never changes, nor does what the compiler makes of all of them.
    public String shown() {
        return names() + toString() + hashCode();
    }

    // Clean: a new record, and what it was made of.
    public Records with(List<String> others) {
        return new Records(others, counts);
    }
}
