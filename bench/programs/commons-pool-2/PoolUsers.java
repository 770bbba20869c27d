import java.time.Duration;
import java.util.NoSuchElementException;
import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.KeyedObjectPool;
import org.apache.commons.pool2.ObjectPool;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericKeyedObjectPoolConfig;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.apache.commons.pool2.impl.SoftReferenceObjectPool;

/**
 * Threads that share the pools of commons-pool 2. An object is used by one borrower at a time, so the pool's
 * hand-over is all that orders one borrower's writes with the next one's.
 */
public final class PoolUsers {
    private static final int USERS = 8;
    private static final int ROUNDS = 10_000;
    private static final int KEYS = 3;

    /** What is pooled: a plain counter, which only the pool protects. */
    static final class Counter {
        long uses;
        boolean active;
    }

    private static final class Factory extends BasePooledObjectFactory<Counter> {
        @Override
        public Counter create() {
            return new Counter();
        }

        @Override
        public PooledObject<Counter> wrap(Counter counter) {
            return new DefaultPooledObject<>(counter);
        }

        @Override
        public void activateObject(PooledObject<Counter> pooled) {
            pooled.getObject().active = true;
        }

        @Override
        public void passivateObject(PooledObject<Counter> pooled) {
            pooled.getObject().active = false;
        }

        @Override
        public boolean validateObject(PooledObject<Counter> pooled) {
            return pooled.getObject().uses >= 0;
        }
    }

    private static final class KeyedFactory extends BaseKeyedPooledObjectFactory<Integer, Counter> {
        @Override
        public Counter create(Integer key) {
            return new Counter();
        }

        @Override
        public PooledObject<Counter> wrap(Counter counter) {
            return new DefaultPooledObject<>(counter);
        }

        @Override
        public void activateObject(Integer key, PooledObject<Counter> pooled) {
            pooled.getObject().active = true;
        }

        @Override
        public void passivateObject(Integer key, PooledObject<Counter> pooled) {
            pooled.getObject().active = false;
        }
    }

    /** Something to do with a pool, many times, by many threads. */
    private interface Work {
        /** How many objects were used. */
        int round(int user, int round) throws Exception;
    }

    private static final class User extends Thread {
        private final Work work;
        private final int number;
        private int uses;
        private Throwable failure;

        User(Work work, int number) {
            super("user-" + number);
            this.work = work;
            this.number = number;
        }

        @Override
        public void run() {
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    uses += work.round(number, round);
                }
            } catch (Throwable e) {
                failure = e;
            }
        }
    }

    private static int use(Counter counter) {
        if (!counter.active) {
            throw new IllegalStateException("borrowed an object that is not active");
        }
        counter.uses++;
        return 1;
    }

    private static Work borrowAndReturn(ObjectPool<Counter> pool) {
        return (user, round) -> {
            Counter counter = pool.borrowObject();
            try {
                return use(counter);
            } finally {
                pool.returnObject(counter);
            }
        };
    }

    private static Work borrowAndReturn(KeyedObjectPool<Integer, Counter> pool) {
        return (user, round) -> {
            Integer key = (user + round) % KEYS;
            Counter counter = pool.borrowObject(key);
            try {
                return use(counter);
            } finally {
                pool.returnObject(key, counter);
            }
        };
    }

    private static void share(String name, Work work) throws Exception {
        User[] users = new User[USERS];
        for (int i = 0; i < USERS; i++) {
            users[i] = new User(work, i);
            users[i].start();
        }
        int uses = 0;
        for (User user : users) {
            user.join();
            if (user.failure != null) {
                throw new IllegalStateException(name + ": " + user.getName() + " failed", user.failure);
            }
            uses += user.uses;
        }
        System.out.println(name + ": " + uses + " uses");
    }

    private static void generic() throws Exception {
        GenericObjectPoolConfig<Counter> config = new GenericObjectPoolConfig<>();
        config.setJmxEnabled(false);
        config.setMaxTotal(4);
        config.setMaxIdle(3);
        config.setTestOnBorrow(true);
        config.setTestWhileIdle(true);
        config.setMinEvictableIdleDuration(Duration.ofMillis(50));
        config.setTimeBetweenEvictionRuns(Duration.ofMillis(5));
        try (GenericObjectPool<Counter> pool = new GenericObjectPool<>(new Factory(), config)) {
            share("generic", borrowAndReturn(pool));
            System.out.println("generic: " + pool.getBorrowedCount() + " borrowed, "
                    + pool.getReturnedCount() + " returned, " + pool.getNumActive() + " active");
        }
    }

    private static void keyed() throws Exception {
        GenericKeyedObjectPoolConfig<Counter> config = new GenericKeyedObjectPoolConfig<>();
        config.setJmxEnabled(false);
        config.setMaxTotalPerKey(2);
        config.setMaxTotal(5);
        config.setTimeBetweenEvictionRuns(Duration.ofMillis(5));
        config.setMinEvictableIdleDuration(Duration.ofMillis(50));
        try (GenericKeyedObjectPool<Integer, Counter> pool = new GenericKeyedObjectPool<>(new KeyedFactory(), config)) {
            share("keyed", borrowAndReturn(pool));
            System.out.println("keyed: " + pool.getNumActive() + " active");
        }
    }

    private static void soft() throws Exception {
        try (SoftReferenceObjectPool<Counter> pool = new SoftReferenceObjectPool<>(new Factory())) {
            share("soft", borrowAndReturn(pool));
        }
    }

    /** A pool that fails instead of waiting; adding and clearing go on beside borrowing. */
    private static void failing() throws Exception {
        GenericObjectPoolConfig<Counter> config = new GenericObjectPoolConfig<>();
        config.setJmxEnabled(false);
        config.setMaxTotal(2);
        config.setBlockWhenExhausted(false);
        try (GenericObjectPool<Counter> pool = new GenericObjectPool<>(new Factory(), config)) {
            share("failing", (user, round) -> {
                if (round % 1_000 == 999) {
                    pool.clear();
                }
                try {
                    Counter counter = pool.borrowObject();
                    use(counter);
                    if (round % 100 == 99) {
                        pool.invalidateObject(counter);
                    } else {
                        pool.returnObject(counter);
                    }
                } catch (NoSuchElementException e) {
                    // All are in use: that round does without.
                    Thread.yield();
                }
                return 1;
            });
        }
    }

    public static void main(String[] args) throws Exception {
        generic();
        keyed();
        soft();
        failing();
    }
}
