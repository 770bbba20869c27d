/**
 * Accounts that are guarded by a plain {@code new Object()} in a field, as code does that keeps its lock to
 * itself: mostly accounts of a worker's own, now and then one of the bank's. Size: transfers of all together.
 */
public final class PlainLocks {
    private static final int OWN = 64;
    private static final int SHARED_EVERY = 64;

    private static final class Account {
        private final Object lock = new Object();
        private long balance;
        private long transfers;

        void add(long amount) {
            synchronized (lock) {
                balance += amount;
                transfers++;
            }
        }

        long digest() {
            synchronized (lock) {
                return 31 * balance + transfers;
            }
        }
    }

    private static Account[] accounts(int count) {
        Account[] accounts = new Account[count];
        for (int i = 0; i < count; i++) {
            accounts[i] = new Account();
        }
        return accounts;
    }

    private static long transfer(Account[] shared, int first, int end) {
        Account[] own = accounts(OWN);
        for (int i = first; i < end; i++) {
            own[i % OWN].add(-i);
            own[(i + 1) % OWN].add(i);
            if (i % SHARED_EVERY == 0) {
                shared[i / SHARED_EVERY % shared.length].add(i);
            }
        }
        return digest(own);
    }

    private static long digest(Account[] accounts) {
        long digest = 0;
        for (Account account : accounts) {
            digest += account.digest();
        }
        return digest;
    }

    private static long round(Workers workers, int transfers) throws InterruptedException {
        Account[] shared = accounts(16);
        long own = workers.inParallel(
                worker -> transfer(shared, workers.first(worker, transfers), workers.first(worker + 1, transfers)));
        return own + digest(shared);
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 1_000_000);
        kernel.measure(() -> round(kernel.workers, kernel.size));
    }
}
