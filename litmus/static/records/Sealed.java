//! Sealed classes and patterns of instanceof.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public sealed abstract class Sealed permits Sealed.Circle, Sealed.Square {
    int drawn;

    static final class Circle extends Sealed {}

    static final class Square extends Sealed {
        int side;
    }

    // Reported: through the name that the pattern gives the parameter.
    public static void draw(Sealed shape) {
        if (shape instanceof Circle circle) {
            circle.drawn++; //~ true-positive unprotected-write drawn
        }
    }

    // Reported: likewise.
    public static int side(Sealed shape) {
        return shape instanceof Square square ? square.side : 0; //~ true-positive read-write-race side
    }

    // Clean: under the lock of what is written to.
    public static void resize(Sealed shape) {
        if (shape instanceof Square square) {
            synchronized (square) {
                square.side++;
            }
        }
    }
}
