import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Plain data that virtual threads hand to each other in the ways that the JDK offers, and one race on purpose. */
public final class Pipelines {
    private static final int THREADS = 2_000;
    private static final int ROUNDS = 4;

    /** Written by two virtual threads that nothing orders: the race that must be found. */
    static int seededRace;

    /** A plain object: whoever hands it over has to order it. */
    static final class Parcel {
        int weight;
        final int[] stamps = new int[4];

        Parcel(int weight) {
            this.weight = weight;
        }
    }

    /** A bounded buffer with conditions, as text books have it. */
    private static final class Buffer {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition filled = lock.newCondition();
        private final Condition emptied = lock.newCondition();
        private final Parcel[] parcels = new Parcel[8];
        private int count;

        void put(Parcel parcel) throws InterruptedException {
            lock.lock();
            try {
                while (count == parcels.length) {
                    emptied.await();
                }
                parcels[count++] = parcel;
                filled.signal();
            } finally {
                lock.unlock();
            }
        }

        Parcel take() throws InterruptedException {
            lock.lock();
            try {
                while (count == 0) {
                    filled.await();
                }
                Parcel parcel = parcels[--count];
                parcels[count] = null;
                emptied.signal();
                return parcel;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A stage takes a parcel, stamps it and passes it on. */
    private static void stage(int number, BlockingQueue<Parcel> in, BlockingQueue<Parcel> out, int parcels) {
        try {
            for (int i = 0; i < parcels; i++) {
                Parcel parcel = in.take();
                parcel.stamps[number] = ++parcel.weight;
                out.put(parcel);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void queues() throws Exception {
        int parcels = 5_000;
        List<BlockingQueue<Parcel>> queues = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            queues.add(i == 2 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(16));
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> stage(number, queues.get(number), queues.get(number + 1), parcels)));
        }
        threads.add(Thread.startVirtualThread(() -> {
            try {
                for (int i = 0; i < parcels; i++) {
                    queues.get(0).put(new Parcel(i));
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        long sum = 0;
        for (int i = 0; i < parcels; i++) {
            Parcel parcel = queues.get(4).take();
            sum += parcel.weight + parcel.stamps[0] + parcel.stamps[3];
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("queues: " + sum);
    }

    private static void buffers() throws Exception {
        Buffer buffer = new Buffer();
        List<Thread> threads = new ArrayList<>();
        long[] sums = new long[THREADS / 2];
        for (int i = 0; i < THREADS / 2; i++) {
            int number = i;
            threads.add(Thread.ofVirtual().name("producer-" + i).start(() -> {
                try {
                    buffer.put(new Parcel(number));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
            threads.add(Thread.ofVirtual().name("consumer-" + i).start(() -> {
                try {
                    sums[number] = buffer.take().weight;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        long sum = 0;
        for (Thread thread : threads) {
            thread.join();
        }
        for (long part : sums) {
            sum += part;
        }
        System.out.println("buffers: " + sum);
    }

    private static final class Tally {
        private long guarded;
        private long monitored;
        private long permitted;

        synchronized void monitored() {
            monitored++;
        }
    }

    /** Many threads count under a lock, a monitor and a semaphore, and sleep and yield between. */
    private static void locks() throws Exception {
        Tally tally = new Tally();
        ReentrantLock lock = new ReentrantLock();
        Semaphore semaphore = new Semaphore(1);
        CountDownLatch done = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            Thread.startVirtualThread(() -> {
                try {
                    lock.lock();
                    try {
                        tally.guarded++;
                        Thread.yield();
                    } finally {
                        lock.unlock();
                    }
                    Thread.sleep(1);
                    tally.monitored();
                    semaphore.acquire();
                    tally.permitted++;
                    semaphore.release();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                } finally {
                    done.countDown();
                }
            });
        }
        done.await();
        System.out.println("locks: " + tally.guarded + " " + tally.monitored + " " + tally.permitted);
    }

    private static int fibonacci(ExecutorService threads, int n) throws Exception {
        if (n < 2) {
            return n;
        }
        Future<Integer> left = threads.submit(() -> fibonacci(threads, n - 1));
        int right = fibonacci(threads, n - 2);
        return left.get() + right;
    }

    private static void executors() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            System.out.println("fibonacci: " + fibonacci(threads, 14));
            Parcel parcel = new Parcel(1);
            CompletableFuture<Parcel> future = CompletableFuture.supplyAsync(() -> parcel, threads);
            for (int i = 0; i < 500; i++) {
                future = future.thenApplyAsync(
                        passed -> {
                            passed.weight++;
                            passed.stamps[passed.weight % 4]++;
                            return passed;
                        },
                        threads);
            }
            System.out.println("chain: " + future.get().weight + " " + parcel.stamps[1]);
        }
    }

    private static void race() throws Exception {
        Thread one = Thread.ofVirtual().name("racer-1").unstarted(() -> seededRace = 1);
        Thread two = Thread.ofVirtual().name("racer-2").unstarted(() -> seededRace = 2);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("raced: " + (seededRace > 0));
    }

    public static void main(String[] args) throws Exception {
        race();
        for (int round = 0; round < ROUNDS; round++) {
            queues();
            buffers();
            locks();
            executors();
        }
    }
}
