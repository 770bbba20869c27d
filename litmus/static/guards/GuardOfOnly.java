//! Static fields under the lock of an object: of the only one of a class that is one lock, of several it is none.
public class GuardOfOnly {
    enum One {
        INSTANCE;

        private static int count;

        // Clean: nobody makes another.
        synchronized void add() {
            count++;
        }

        // Clean: the same lock.
        synchronized void take() {
            count--;
        }
    }

    enum WithBody {
        PLAIN,
        SPECIAL {
            @Override
            int weight() {
                return 2;
            }
        };

        private static int count;

        // Reported: the other constant is an object of a class below.
        synchronized void add() {
            count++; //~ inconsistent-guard count
        }

        // Reported: each constant has its own lock.
        synchronized void take() {
            count--; //~ inconsistent-guard count
        }

        int weight() {
            return 1;
        }
    }

    static class Base {
        static final Base FIRST = new Base();
        private static int count;

        private Base() {}

        // Reported: objects of the class below have their own.
        synchronized void add() {
            count++; //~ inconsistent-guard count
        }

        // Reported: likewise.
        synchronized void take() {
            count--; //~ inconsistent-guard count
        }
    }

    static class Below extends Base {}

    static class Many {
        static final Many FIRST;
        private static final Many[] ALL = new Many[4];
        private static int count;

        static {
            for (int i = 0; i < ALL.length; i++) {
                ALL[i] = new Many();
            }
            FIRST = ALL[0];
        }

        private Many() {}

        // Reported: one place in the code makes four objects.
        synchronized void add() {
            count++; //~ inconsistent-guard count
        }

        // Reported: likewise.
        synchronized void take() {
            count--; //~ inconsistent-guard count
        }
    }

    static class Single {
        static final Single ONLY;
        private static final int[] SQUARES = new int[4];
        private static int count;

        static {
            for (int i = 0; i < SQUARES.length; i++) {
                SQUARES[i] = i * i;
            }
            ONLY = new Single();
        }

        private Single() {}

        // Clean: made behind the loop.
        synchronized void add() {
            count += SQUARES[1];
        }

        // Clean: the same lock.
        synchronized void take() {
            count -= SQUARES[1];
        }
    }
}
