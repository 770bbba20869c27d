import java.util.NoSuchElementException;
import org.apache.commons.pool.BaseKeyedPoolableObjectFactory;
import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.KeyedObjectPool;
import org.apache.commons.pool.KeyedPoolableObjectFactory;
import org.apache.commons.pool.ObjectPool;
import org.apache.commons.pool.PoolableObjectFactory;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;
import org.apache.commons.pool.impl.GenericObjectPool;
import org.apache.commons.pool.impl.SoftReferenceObjectPool;
import org.apache.commons.pool.impl.StackKeyedObjectPool;
import org.apache.commons.pool.impl.StackObjectPool;

/**
 * Threads that share the pools of commons-pool 1. An object is used by one borrower at a time, so the pool's
 * hand-over is all that orders one borrower's writes with the next one's.
 */
public final class PoolUsers {
    private static final int USERS = 8;
    private static final int ROUNDS = 20_000;
    private static final int KEYS = 3;

    /** What is pooled: a plain counter, which only the pool protects. */
    static final class Counter {
        long uses;
        boolean active;
    }

    private static final class Factory extends BasePoolableObjectFactory<Counter> {
        @Override
        public Counter makeObject() {
            return new Counter();
        }

        @Override
        public void activateObject(Counter counter) {
            counter.active = true;
        }

        @Override
        public void passivateObject(Counter counter) {
            counter.active = false;
        }

        @Override
        public boolean validateObject(Counter counter) {
            return counter.uses >= 0;
        }
    }

    private static final class KeyedFactory extends BaseKeyedPoolableObjectFactory<Integer, Counter> {
        @Override
        public Counter makeObject(Integer key) {
            return new Counter();
        }

        @Override
        public void activateObject(Integer key, Counter counter) {
            counter.active = true;
        }

        @Override
        public void passivateObject(Integer key, Counter counter) {
            counter.active = false;
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
        PoolableObjectFactory<Counter> factory = new Factory();
        GenericObjectPool<Counter> pool = new GenericObjectPool<>(factory, 4);
        pool.setMaxIdle(3);
        pool.setTestOnBorrow(true);
        pool.setTestWhileIdle(true);
        pool.setMinEvictableIdleTimeMillis(50);
        pool.setTimeBetweenEvictionRunsMillis(5);
        share("generic", borrowAndReturn(pool));
        System.out.println("generic: " + pool.getNumActive() + " active");
        pool.close();
    }

    private static void keyed() throws Exception {
        KeyedPoolableObjectFactory<Integer, Counter> factory = new KeyedFactory();
        GenericKeyedObjectPool<Integer, Counter> pool = new GenericKeyedObjectPool<>(factory, 2);
        pool.setMaxTotal(5);
        pool.setTimeBetweenEvictionRunsMillis(5);
        pool.setMinEvictableIdleTimeMillis(50);
        share("keyed", borrowAndReturn(pool));
        System.out.println("keyed: " + pool.getNumActive() + " active");
        pool.close();
    }

    /** Pools that make a new object where none is idle, so that nobody waits. */
    private static void unbounded() throws Exception {
        share("stack", borrowAndReturn(new StackObjectPool<>(new Factory(), 4)));
        share("keyed stack", borrowAndReturn(new StackKeyedObjectPool<>(new KeyedFactory(), 4)));
        share("soft", borrowAndReturn(new SoftReferenceObjectPool<>(new Factory())));
    }

    /** A pool that fails instead of waiting; adding and clearing go on beside borrowing. */
    private static void failing() throws Exception {
        GenericObjectPool<Counter> pool = new GenericObjectPool<>(new Factory(), 2);
        pool.setWhenExhaustedAction(GenericObjectPool.WHEN_EXHAUSTED_FAIL);
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
        pool.close();
    }

    public static void main(String[] args) throws Exception {
        generic();
        keyed();
        unbounded();
        failing();
    }
}
