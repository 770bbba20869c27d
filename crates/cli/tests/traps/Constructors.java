/** Constructors whose array fields come from elsewhere, and a class whose initializer fails at a write. */
public final class Constructors {
    static final class Copy {
        int[] cells;

        Copy(Copy other) {
            if (other != null) {
                int seen = other.cells[0];
            }
            cells = new int[1];
            cells[0] = 1;
        }
    }

    static final class Failing {
        static int value = Integer.parseInt("none");
    }

    public static void main(String[] args) {
        System.out.println(new Copy(new Copy(null)).cells[0]);
        for (int i = 0; i < 2; i++) {
            try {
                Failing.value = 5;
            } catch (LinkageError e) {
                System.out.println(e.getClass());
            }
        }
    }
}
