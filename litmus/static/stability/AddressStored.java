//! The paper's second proposal (7.2.2), which is taken: reading an address makes no path unstable; and storing it only those that go on
//! from the object's fields. See OtherNames for those.
import java.util.function.IntSupplier;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class AddressStored {
    static class Part {
        int f;
        int g;
        Part next;
    }

    private final Part part = new Part();
    private int own;
    private int other;
    private int behind;

    // Reported: the address is read into a local variable, and no further.
    public void read() {
        Part local = part;
        local.f = 1; //~ true-positive unprotected-write f
    }

    // Reported: the address is stored in an object.
    public void store(Part into) {
        into.next = part; //~ true-positive unprotected-write next
        part.g = 2; //~ true-positive unprotected-write g
    }

    // Reported: `this` is copied to a local variable.
    public void self() {
        AddressStored self = this;
        self.own = 3; //~ true-positive unprotected-write own
    }

    // Reported: an object of an inner class stores `this`; the write beside it is the method's.
    public IntSupplier inner() {
        other = 4; //~ true-positive unprotected-write other
        return new IntSupplier() {
            @Override
            public int getAsInt() {
                return behind;
            }
        };
    }
}
