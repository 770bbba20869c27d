import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Branches, loops, an initializer of an interface, lambdas and exceptions, in several threads at once. */
public final class Cover {
    interface Shape {
        int LIMIT = Integer.getInteger("limit", 3);

        default int area(int side) {
            return side > LIMIT ? side * side : 0;
        }
    }

    static final class Square implements Shape {
        private int side;

        synchronized void grow(int steps) {
            for (int i = 0; i < steps; i++) {
                if (i % 2 == 0) {
                    side++;
                } else {
                    side += 2;
                }
            }
        }

        synchronized int side() {
            return side;
        }
    }

    private static int racy;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Square square = new Square();
        for (int task = 0; task < 8; task++) {
            int number = task;
            pool.execute(() -> work(square, number));
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        Thread other = new Thread(() -> racy = 1);
        other.start();
        racy = 2;
        other.join();
        System.out.println(square.side());
    }

    private static void work(Square square, int number) {
        try {
            square.grow(1000);
            if (square.area(number) < 0) {
                throw new IllegalStateException();
            }
        } finally {
            square.grow(1);
        }
    }
}
