//! Functional values: who computes one twice gets the same, so a race of such writes does no harm, unless they may tear.
import com.facebook.infer.annotation.Functional;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public abstract class FunctionalValues {
    private int cached;
    private long total;
    private double ratio;
    private Integer boxed;
    private Long boxedLong;
    private String name;
    private int mixed;
    private int ordinary;
    private boolean known;

    // Clean: abstract, the same for every call.
    @Functional
    protected abstract int compute();

    // Clean: as compute.
    @Functional
    protected abstract long computeLong();

    // Clean: as compute.
    @Functional
    protected abstract double computeDouble();

    // Clean: as compute.
    @Functional
    protected abstract String computeName();

    // Clean: as compute.
    @Functional
    protected abstract boolean computeKnown();

    // Clean: not the same for every call.
    protected abstract int ask();

    // Clean: the write of a functional value is forgotten, and with it the reads' conflict.
    public int cached() {
        if (cached == 0) {
            cached = compute();
        }
        return cached;
    }

    // Clean: a reference.
    public String name() {
        if (name == null) {
            name = computeName();
        }
        return name;
    }

    // Clean: a boolean.
    public boolean known() {
        known = computeKnown();
        return known;
    }

    // Reported: half of a long may be another's half.
    public long total() {
        if (total == 0) { //~ true-positive read-write-race total
            total = computeLong(); //~ true-positive unprotected-write total
        }
        return total;
    }

    // Reported: a double may tear like a long.
    public double ratio() {
        if (ratio == 0) { //~ true-positive read-write-race ratio
            ratio = computeDouble(); //~ true-positive unprotected-write ratio
        }
        return ratio;
    }

    // Clean: boxing keeps the value functional.
    public Integer boxed() {
        if (boxed == null) {
            boxed = compute();
        }
        return boxed;
    }

    // Clean: a boxed long is a reference, which cannot tear.
    public Long boxedLong() {
        if (boxedLong == null) {
            boxedLong = computeLong();
        }
        return boxedLong;
    }

    // Reported: the same idiom with a value that is not functional.
    public int ordinary() {
        if (ordinary == 0) { //~ true-positive read-write-race ordinary
            ordinary = ask(); //~ true-positive unprotected-write ordinary
        }
        return ordinary;
    }

    // Reported: one of the two operands is not functional.
    public void mixed() {
        mixed = compute() + ask(); //~ true-positive unprotected-write mixed
    }
}
