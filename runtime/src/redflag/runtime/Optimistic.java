package redflag.runtime;

/**
 * A thread's optimistic sections: its reads between {@code tryOptimisticRead} and {@code validate} of a
 * stamped lock. If the lock says that no writer came, they count as made under the read lock, else they
 * never happened; so they are held back until it is known. A read in the sections of several locks waits
 * for all of them.
 *
 * <p>The program may validate a stamp again later on. So a section goes on after it was judged, until the
 * thread next releases something.
 */
final class Optimistic {
    /** With more reads than this the outcome is not waited for. */
    private static final int MAX_READS = 1 << 14;

    private final ThreadState thread;
    private HeldRead[] reads = new HeldRead[16];
    private int count;

    /** The open sections: the lock, the first read, and whether it was judged since it began. */
    private Clock[] locks = new Clock[2];
    private int[] starts = new int[2];
    private boolean[] judged = new boolean[2];
    private int sections;

    private Optimistic(ThreadState thread) {
        this.thread = thread;
    }

    static void open(Clock lock, ThreadState thread) {
        Optimistic open = thread.optimistic;
        if (open == null) {
            open = new Optimistic(thread);
            thread.settle();
            thread.optimistic = open;
        }
        // A section that the program never asked about: its reads are as any other.
        open.remove(open.find(lock));
        open.add(lock);
        open.settle();
    }

    /** The lock was asked about the section, if there is one: its reads stand, or are forgotten. */
    static boolean judge(Clock lock, boolean valid, ThreadState thread) {
        Optimistic open = thread.optimistic;
        int section = open == null ? -1 : open.find(lock);
        if (section >= 0) {
            if (!valid) {
                open.forget(open.starts[section]);
            }
            open.starts[section] = open.count;
            open.judged[section] = true;
            open.settle();
        }
        return section >= 0;
    }

    /** The thread holds the lock from now on, and will not ask any more. */
    static void close(Clock lock, ThreadState thread) {
        Optimistic open = thread.optimistic;
        if (open != null) {
            open.remove(open.find(lock));
            open.settle();
        }
    }

    /** The thread released something: nobody is expected to ask about a judged section any more. */
    void closeJudged() {
        for (int i = sections - 1; i >= 0; i--) {
            if (judged[i]) {
                remove(i);
            }
        }
        settle();
    }

    void closeAll() {
        sections = 0;
        settle();
    }

    void hold(HeldRead read) {
        if (count == reads.length) {
            HeldRead[] more = new HeldRead[count * 2];
            for (int i = 0; i < count; i++) {
                more[i] = reads[i];
            }
            reads = more;
        }
        reads[count++] = read;
        if (count == MAX_READS) {
            closeAll();
        }
    }

    private int find(Clock lock) {
        int i = sections - 1;
        while (i >= 0 && locks[i] != lock) {
            i--;
        }
        return i;
    }

    private void add(Clock lock) {
        if (sections == locks.length) {
            Clock[] moreLocks = new Clock[sections * 2];
            int[] moreStarts = new int[sections * 2];
            boolean[] moreJudged = new boolean[sections * 2];
            for (int i = 0; i < sections; i++) {
                moreLocks[i] = locks[i];
                moreStarts[i] = starts[i];
                moreJudged[i] = judged[i];
            }
            locks = moreLocks;
            starts = moreStarts;
            judged = moreJudged;
        }
        locks[sections] = lock;
        starts[sections] = count;
        judged[sections] = false;
        sections++;
    }

    private void remove(int section) {
        if (section >= 0) {
            sections--;
            locks[section] = locks[sections];
            starts[section] = starts[sections];
            judged[section] = judged[sections];
            locks[sections] = null;
        }
    }

    private void forget(int from) {
        for (int i = from; i < count; i++) {
            reads[i] = null;
        }
        count = Math.min(count, from);
        for (int i = 0; i < sections; i++) {
            starts[i] = Math.min(starts[i], count);
        }
    }

    /** Checks the reads that no section holds back any more. */
    private void settle() {
        int free = count;
        for (int i = 0; i < sections; i++) {
            free = Math.min(free, starts[i]);
        }
        for (int i = 0; i < free; i++) {
            Detector.judged(reads[i], thread);
        }
        for (int i = free; i < count; i++) {
            reads[i - free] = reads[i];
        }
        for (int i = count - free; i < count; i++) {
            reads[i] = null;
        }
        count -= free;
        for (int i = 0; i < sections; i++) {
            starts[i] -= free;
        }
        if (sections == 0) {
            thread.optimistic = null;
        }
    }
}
