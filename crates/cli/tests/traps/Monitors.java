import java.util.ArrayList;
import java.util.List;

/** Monitors entered, left, waited for and interrupted in odd ways: all stay balanced. */
public final class Monitors {
    static final Object OUTER = new Object();
    static final Object INNER = new Object();
    static int count;
    static final List<String> LOG = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 20_000; i++) {
            nested(i);
        }
        balanced();
        recursive(200);
        balanced();
        interruptedWait();
        timedWait();
        notified();
        synchronized (Monitors.class) {
            synchronized (OUTER) {
                OUTER.notifyAll();
            }
        }
        balanced();
        finalized();
        System.out.println(count + " " + LOG);
    }

    /** Leaves by return, break, continue, exception and finally. */
    static int nested(int n) {
        for (int turn = 0; turn < 3; turn++) {
            try {
                synchronized (OUTER) {
                    count++;
                    synchronized (INNER) {
                        switch ((n + turn) % 5) {
                            case 0:
                                continue;
                            case 1:
                                throw new IllegalStateException("one");
                            case 2:
                                return count++;
                            case 3:
                                synchronized (OUTER) {
                                    throwing(n);
                                }
                                break;
                            default:
                                break;
                        }
                    }
                }
            } catch (IllegalStateException | ArithmeticException e) {
                count += 2;
            } finally {
                count++;
            }
        }
        return count;
    }

    static synchronized void throwing(int n) {
        count = count / (n - n);
    }

    static synchronized int recursive(int n) {
        synchronized (OUTER) {
            return n == 0 ? 0 : recursive(n - 1) + 1;
        }
    }

    static void balanced() throws InterruptedException {
        require(!Thread.holdsLock(OUTER) && !Thread.holdsLock(INNER) && !Thread.holdsLock(Monitors.class));
        Thread other = new Thread(() -> {
            synchronized (OUTER) {
                synchronized (INNER) {
                    synchronized (Monitors.class) {
                        count++;
                    }
                }
            }
        });
        other.start();
        other.join();
    }

    static void interruptedWait() throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (OUTER) {
                synchronized (OUTER) {
                    try {
                        while (true) {
                            OUTER.wait();
                        }
                    } catch (InterruptedException e) {
                        LOG.add("interrupted " + Thread.holdsLock(OUTER) + Thread.currentThread().isInterrupted());
                    }
                }
                require(Thread.holdsLock(OUTER));
            }
            require(!Thread.holdsLock(OUTER));
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        waiter.interrupt();
        waiter.join();
        Thread.currentThread().interrupt();
        synchronized (INNER) {
            try {
                INNER.wait(1000, 5);
            } catch (InterruptedException e) {
                LOG.add("at once");
            }
        }
    }

    static void timedWait() throws InterruptedException {
        synchronized (OUTER) {
            synchronized (INNER) {
                OUTER.wait(1);
                require(Thread.holdsLock(INNER) && Thread.holdsLock(OUTER));
            }
            try {
                OUTER.wait(-1);
            } catch (IllegalArgumentException e) {
                LOG.add(e.getMessage());
            }
        }
    }

    static boolean ready;

    static void notified() throws InterruptedException {
        Thread notifier = new Thread(() -> {
            synchronized (OUTER) {
                ready = true;
                OUTER.notify();
            }
        });
        synchronized (OUTER) {
            notifier.start();
            while (!ready) {
                OUTER.wait();
            }
        }
        notifier.join();
    }

    static class Finalizable {
        int state = 5;

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected synchronized void finalize() {
            state++;
            synchronized (INNER) {
                finalized += state - 5;
                INNER.notifyAll();
            }
        }
    }

    static int finalized;

    static void finalized() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            new Finalizable();
        }
        synchronized (INNER) {
            while (finalized == 0) {
                System.gc();
                INNER.wait(20);
            }
        }
        LOG.add("finalized");
    }

    static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }
}
