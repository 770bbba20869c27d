import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Lifts that carry people between floors: one thread a lift, a monitor for each floor and one for the building,
 * where lifts without work wait until somebody calls. Which lift carries whom is chance; who arrives where is not. Size: people.
 */
public final class Elevator {
    private static final int FLOORS = 20;
    private static final int ROOM = 6;

    private static final class Person {
        final int goal;
        int floorsRidden;

        Person(int goal) {
            this.goal = goal;
        }
    }

    private static final class Floor {
        private final Deque<Person> waiting = new ArrayDeque<>();
        private long arrived;

        synchronized void call(Person person) {
            waiting.addLast(person);
        }

        synchronized Person board() {
            return waiting.pollFirst();
        }

        synchronized void leave(Person person) {
            Kernel.require(person.floorsRidden > 0, "who arrives has ridden");
            arrived++;
        }

        synchronized long arrived() {
            return arrived;
        }
    }

    /** How many wait on no matter which floor, and how many have not called yet. */
    private static final class Building {
        private int waiting;
        private int toCome;

        Building(int people) {
            toCome = people;
        }

        synchronized void call() {
            toCome--;
            waiting++;
            notify();
            if (toCome == 0) {
                notifyAll();
            }
        }

        /** Waits until a person can be claimed; false when nobody will ever come again. */
        synchronized boolean claim() throws InterruptedException {
            while (waiting == 0 && toCome > 0) {
                wait();
            }
            if (waiting == 0) {
                return false;
            }
            waiting--;
            return true;
        }

        synchronized boolean claimNow() {
            if (waiting == 0) {
                return false;
            }
            waiting--;
            return true;
        }

        synchronized void giveBack() {
            waiting++;
            notify();
        }
    }

    private static final class Lift {
        private final Floor[] floors;
        private final Building building;
        private final Person[] riders = new Person[ROOM];
        private int aboard;
        private int at;
        private int direction = 1;

        Lift(Floor[] floors, Building building) {
            this.floors = floors;
            this.building = building;
        }

        /** A claim stands for one of those who wait; the lift goes up and down until it has found one. */
        void run() throws InterruptedException {
            while (building.claim()) {
                boolean found = false;
                while (!found || aboard > 0) {
                    unload();
                    found |= load(found);
                    move();
                }
            }
        }

        private void unload() {
            int kept = 0;
            for (int i = 0; i < aboard; i++) {
                if (riders[i].goal == at) {
                    floors[at].leave(riders[i]);
                } else {
                    riders[kept++] = riders[i];
                }
            }
            aboard = kept;
        }

        /** Lets people in, each by a claim: the one that the lift came for, then more of them. */
        private boolean load(boolean found) {
            boolean claimed = !found;
            while (aboard < ROOM && (claimed || building.claimNow())) {
                Person person = floors[at].board();
                if (person == null) {
                    if (!claimed) {
                        building.giveBack();
                    }
                    return found;
                }
                riders[aboard++] = person;
                claimed = false;
                found = true;
            }
            return found;
        }

        private void move() {
            if (at + direction < 0 || at + direction == FLOORS) {
                direction = -direction;
            }
            at += direction;
            for (int i = 0; i < aboard; i++) {
                riders[i].floorsRidden++;
            }
        }
    }

    private final Workers workers;
    private final int people;

    private Elevator(Kernel kernel) {
        workers = kernel.workers;
        people = kernel.size;
    }

    private static void callAll(Floor[] floors, Building building, int people) {
        Random random = new Random(13);
        for (int i = 0; i < people; i++) {
            int from = random.next(FLOORS);
            int goal = (from + 1 + random.next(FLOORS - 1)) % FLOORS;
            floors[from].call(new Person(goal));
            building.call();
        }
    }

    private long round() throws InterruptedException {
        Floor[] floors = new Floor[FLOORS];
        for (int i = 0; i < FLOORS; i++) {
            floors[i] = new Floor();
        }
        Building building = new Building(people);
        Thread callers = new Thread(() -> callAll(floors, building, people), "callers");
        callers.start();
        workers.inParallel(worker -> {
            new Lift(floors, building).run();
            return 0;
        });
        callers.join();
        long digest = 0;
        long all = 0;
        for (Floor floor : floors) {
            digest = 31 * digest + floor.arrived();
            all += floor.arrived();
        }
        Kernel.require(all == people, "everybody arrived");
        return digest;
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 100_000);
        Elevator elevator = new Elevator(kernel);
        kernel.measure(elevator::round);
    }
}
