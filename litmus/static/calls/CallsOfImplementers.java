//! Who implements an interface of the library is called back by the methods that this has, and by no others: their callers are known.
import java.io.InputStream;
import java.util.concurrent.locks.ReentrantLock;

public class CallsOfImplementers implements AutoCloseable, Comparable<CallsOfImplementers> {
    final ReentrantLock lock = new ReentrantLock();
    private int count;
    private int closed;
    private int compared;

    // Clean: its caller holds the lock.
    public void step() {
        count++;
    }

    // Reported: the library may close the object, too.
    @Override
    public void close() {
        closed++; //~ true-positive unprotected-write closed
    }

    // Reported: or compare it.
    @Override
    public int compareTo(CallsOfImplementers other) {
        return compared++; //~ true-positive unprotected-write compared
    }

    // Clean: holds the lock.
    public void reset() {
        lock.lock();
        try {
            count = 0;
            closed = 0;
            compared = 0;
        } finally {
            lock.unlock();
        }
    }

    public abstract static class Source extends InputStream {
        final ReentrantLock lock = new ReentrantLock();
        private int taken;
        private int skipped;

        // Clean: its caller holds the lock, and streams have no such method.
        protected void take() {
            taken++;
        }

        // Reported: streams have this one.
        @Override
        public long skip(long n) {
            return skipped++; //~ true-positive unprotected-write skipped
        }

        // Clean: holds the lock.
        public void reuse() {
            lock.lock();
            try {
                taken = 0;
                skipped = 0;
            } finally {
                lock.unlock();
            }
        }
    }
}

class CallerOfImplementers {
    private final CallsOfImplementers called = new CallsOfImplementers();

    // Clean: holds the lock of the object that it calls.
    void run(CallsOfImplementers.Source source) {
        called.lock.lock();
        try {
            called.step();
            called.close();
            called.compareTo(called);
        } finally {
            called.lock.unlock();
        }
        source.lock.lock();
        try {
            source.take();
            source.skip(1);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            source.lock.unlock();
        }
    }
}
