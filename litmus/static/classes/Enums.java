//! Enum constants are shared by all; switches over them make hidden tables.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class Enums {
    @ThreadSafe
    enum Level {
        LOW,
        HIGH {
            // Reported: the constant is a class of its own, below an annotated one.
            @Override
            void use() {
                uses++; //~ true-positive unprotected-write uses
            }
        };

        int uses;
        private int weight;
        private final String title = name();

        // Reported: a constant is a shared object.
        void use() {
            uses++; //~ true-positive unprotected-write uses
        }

        // Clean: final.
        String title() {
            return title;
        }

        // Clean: under the constant's lock.
        synchronized void weigh(int to) {
            weight = to;
        }

        // Reported: without it.
        int weight() {
            return weight; //~ true-positive read-write-race weight
        }
    }

    enum Plain {
        ONE,
        TWO;

        private int seen;

        // Clean: no sign of concurrency in this class; reported at calls.
        void see() {
            seen++;
        }
    }

    private int chosen;

    // Clean: the table of the switch is made once, by a class initializer.
    public int choose(Level level) {
        switch (level) {
            case LOW:
                return 1;
            default:
                return 2;
        }
    }

    // Reported: the constant is reached by its static field.
    public void see() {
        Plain.ONE.see(); //~ true-positive unprotected-write seen
    }

    // Reported: through a parameter.
    public void see(Plain plain) {
        plain.see(); //~ true-positive unprotected-write seen
    }

    // Reported: each branch writes, but one write report a method and location.
    public void write(Level level) {
        switch (level) {
            case LOW:
                chosen = 1; //~ true-positive unprotected-write chosen
                break;
            default:
                chosen = 2;
                break;
        }
    }
}
