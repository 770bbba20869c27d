// Rule: what only one thread knows needs no order. Arrays go through methods, variables and rows, in two threads at once.
//! clean
public class OwnArrays {
    private static int[] make(int seed) {
        int[] cells = new int[4];
        cells[0] = seed;
        return cells;
    }

    private static int sum(int[] cells) {
        int sum = 0;
        for (int cell : cells) {
            sum += cell;
        }
        return sum;
    }

    private static int[] either(int[] one, int[] other) {
        return one[0] > other[0] ? one : other;
    }

    private static int work() {
        int[][] last = new int[3][];
        int sum = 0;
        for (int i = 0; i < 30; i++) {
            last[i % 3] = make(i);
            last[i % 3][1]++;
            sum += sum(either(last[i % 3], make(3).clone()));
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        int expected = work();
        Order.run(
                () -> {
                    Order.require(work() == expected);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(work() == expected);
                });
    }
}
