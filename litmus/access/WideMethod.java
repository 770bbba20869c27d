// Rule: an access is checked whatever surrounds it: many locals of two slots, deep operand stack,
// stack shuffling (dup, dup_x1, dup_x2, dup2) with array and field targets.
public class WideMethod {
    static class Box {
        int value;
        long wide;
        Box next;
    }

    static long shuffle(Box box, long[] cells, int i) {
        long a = 1;
        double b = 2;
        long c = cells[i]++ + (box.wide += a) + (box.next.value = i); //! race next write
        long d = (cells[i + 1] = c) + --box.value;
        String text = a + "" + b + c + d;
        return Math.max(a + (b > 1 ? c : d), d + (text.isEmpty() ? a : c));
    }

    public static void main(String[] args) throws Exception {
        Box shared = new Box();
        Order.run(
                () -> {
                    Box box = new Box();
                    box.next = shared;
                    shuffle(box, new long[4], 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = shared.value; //! race next read
                });
    }
}
