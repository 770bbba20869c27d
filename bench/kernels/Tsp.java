import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The shortest round trip through all towns, by branch and bound. The workers take beginnings of trips from a shared
 * queue and search the rest alone; the best length so far is shared under a lock, and looked up now and then. Size: towns.
 */
public final class Tsp {
    /** Longer beginnings are not put into the queue any more. */
    private static final int QUEUED = 4;
    private static final int LOOK_UP = 256;

    private static final class Trip {
        final int[] towns;
        final int length;
        final int distance;

        Trip(int[] towns, int length, int distance) {
            this.towns = towns;
            this.length = length;
            this.distance = distance;
        }
    }

    private static final class Best {
        private int distance = Integer.MAX_VALUE;

        synchronized int get() {
            return distance;
        }

        synchronized int offer(int candidate) {
            distance = Math.min(distance, candidate);
            return distance;
        }
    }

    /** One worker's search below a beginning. */
    private static final class Search {
        private final int[][] distances;
        private final int[] nearest;
        private final Best best;
        private final int[] towns;
        private final boolean[] visited;
        private int bound;
        private int steps;

        Search(int[][] distances, int[] nearest, Best best, Trip trip) {
            this.distances = distances;
            this.nearest = nearest;
            this.best = best;
            towns = new int[distances.length];
            visited = new boolean[distances.length];
            for (int i = 0; i < trip.length; i++) {
                towns[i] = trip.towns[i];
                visited[towns[i]] = true;
            }
            bound = best.get();
        }

        /** Tries all ways on; the towns not visited yet cost at least {@code ahead}. */
        void extend(int length, int distance, int ahead) {
            steps++;
            if (steps % LOOK_UP == 0) {
                bound = best.get();
            }
            int here = towns[length - 1];
            if (length == towns.length) {
                int whole = distance + distances[here][0];
                if (whole < bound) {
                    bound = best.offer(whole);
                }
                return;
            }
            for (int town = 1; town < towns.length; town++) {
                if (!visited[town]) {
                    int further = distance + distances[here][town];
                    // The road to this town is known; each town ahead, this one included, is left by some road.
                    if (further + ahead < bound) {
                        visited[town] = true;
                        towns[length] = town;
                        extend(length + 1, further, ahead - nearest[town]);
                        visited[town] = false;
                    }
                }
            }
        }
    }

    private final Workers workers;
    private final int size;
    private final int[][] distances;
    /** The shortest road from each town. */
    private final int[] nearest;

    private Tsp(Kernel kernel) {
        workers = kernel.workers;
        size = kernel.size;
        distances = new int[size][size];
        nearest = new int[size];
        Random random = new Random(11);
        int[] x = new int[size];
        int[] y = new int[size];
        for (int i = 0; i < size; i++) {
            x[i] = random.next(1000);
            y[i] = random.next(1000);
        }
        for (int i = 0; i < size; i++) {
            nearest[i] = Integer.MAX_VALUE;
            for (int j = 0; j < size; j++) {
                distances[i][j] = (int) Math.sqrt((x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]));
                if (j != i) {
                    nearest[i] = Math.min(nearest[i], distances[i][j]);
                }
            }
        }
    }

    private Deque<Trip> beginnings() {
        Deque<Trip> trips = new ArrayDeque<>();
        trips.add(new Trip(new int[] {0}, 1, 0));
        while (trips.getFirst().length < Math.min(QUEUED, size)) {
            Trip trip = trips.removeFirst();
            for (int town = 1; town < size; town++) {
                if (!contains(trip, town)) {
                    int[] towns = java.util.Arrays.copyOf(trip.towns, trip.length + 1);
                    towns[trip.length] = town;
                    int road = distances[trip.towns[trip.length - 1]][town];
                    trips.addLast(new Trip(towns, trip.length + 1, trip.distance + road));
                }
            }
        }
        return trips;
    }

    private static boolean contains(Trip trip, int town) {
        for (int i = 0; i < trip.length; i++) {
            if (trip.towns[i] == town) {
                return true;
            }
        }
        return false;
    }

    private int ahead(Trip trip) {
        int sum = 0;
        for (int town = 0; town < size; town++) {
            if (!contains(trip, town)) {
                sum += nearest[town];
            }
        }
        return sum;
    }

    private long round() throws InterruptedException {
        Deque<Trip> trips = beginnings();
        Best best = new Best();
        workers.inParallel(worker -> {
            while (true) {
                Trip trip;
                synchronized (trips) {
                    trip = trips.pollFirst();
                }
                if (trip == null) {
                    return 0;
                }
                new Search(distances, nearest, best, trip).extend(trip.length, trip.distance, ahead(trip));
            }
        });
        return best.get();
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 12);
        Tsp tsp = new Tsp(kernel);
        kernel.measure(tsp::round);
    }
}
