package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/**
 * A weak table by identity. Finding takes no lock; adding and cleaning take the table's spin lock.
 * Entries of dead owners are dropped when the table has grown by half since the last cleaning.
 */
final class SideTable {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(SideTable.class, "spin");

    volatile int spin;
    private volatile Side[] buckets = new Side[1 << 12];
    private int count;
    private int limit = 1 << 12;

    Side find(Object owner, int hash) {
        Side[] b = buckets;
        for (Side s = b[hash & (b.length - 1)]; s != null; s = s.next) {
            if (s.hash == hash && s.get() == owner) {
                return s;
            }
        }
        return null;
    }

    /** As {@link #find}, which may miss an entry that is being moved. */
    @ReservedStackAccess
    Side findSurely(Object owner, int hash) {
        Side found = find(owner, hash);
        if (found == null) {
            Spin.lock(this, SPIN);
            found = find(owner, hash);
            Spin.unlock(this, SPIN);
        }
        return found;
    }

    /** Adds the entry, unless its owner has one by now; answers the one that is there. */
    @ReservedStackAccess
    Side add(Side entry, Object owner) {
        Spin.lock(this, SPIN);
        try {
            Side there = find(owner, entry.hash);
            if (there != null) {
                return there;
            }
            if (count >= limit) {
                clean();
            }
            Side[] b = buckets;
            int at = entry.hash & (b.length - 1);
            entry.next = b[at];
            b[at] = entry;
            buckets = b;
            count++;
            entry.added();
            return entry;
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    void forgetDead() {
        Spin.lock(this, SPIN);
        try {
            clean();
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    /** Keeps the entries whose owners live, in a table of the right size. */
    private void clean() {
        Side[] old = buckets;
        int live = 0;
        for (int i = 0; i < old.length; i++) {
            for (Side s = old[i]; s != null; s = s.next) {
                if (s.get() != null) {
                    live++;
                }
            }
        }
        int size = old.length;
        while (size < live * 2) {
            size *= 2;
        }
        Side[] fresh = new Side[size];
        for (int i = 0; i < old.length; i++) {
            Side next;
            for (Side s = old[i]; s != null; s = next) {
                next = s.next;
                if (s.get() != null) {
                    int at = s.hash & (size - 1);
                    s.next = fresh[at];
                    fresh[at] = s;
                }
            }
        }
        buckets = fresh;
        count = live;
        limit = Math.max(size, live + live / 2);
    }

    @ReservedStackAccess
    void clear() {
        Spin.lock(this, SPIN);
        buckets = new Side[1 << 12];
        count = 0;
        limit = 1 << 12;
        Spin.unlock(this, SPIN);
    }
}
