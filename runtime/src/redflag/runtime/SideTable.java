package redflag.runtime;

import java.lang.ref.WeakReference;
import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.ReservedStackAccess;

/**
 * A weak table by identity, in parts that have a lock each. Finding takes no lock; adding and cleaning do.
 *
 * <p>Most owners are dead at the next collection. Entries are therefore young until there was one, and each part drops those of
 * dead owners then and makes the others old. The buckets of young entries are made anew each time, and so are young themselves:
 * collectors want no record of what is written there. Old entries of dead owners are dropped when there are half as many again
 * as after the last cleaning, or when much memory was given out since.
 */
final class SideTable {
    /** A power of two. */
    private static final int PARTS = 64;
    /** So many bytes given out are worth looking at an old entry. */
    private static final int BYTES_PER_LOOK = 256;

    private final Part[] parts = new Part[PARTS];

    SideTable() {
        for (int i = 0; i < PARTS; i++) {
            parts[i] = new Part();
        }
    }

    private Part part(int hash) {
        return parts[hash & PARTS - 1];
    }

    Side find(Object owner, int hash) {
        return part(hash).find(owner, hash);
    }

    /** As {@link #find}, which may miss an entry that is being moved. */
    Side findSurely(Object owner, int hash) {
        Side found = find(owner, hash);
        return found == null ? part(hash).findSurely(owner, hash) : found;
    }

    /** Adds the entry, unless its owner has one by now; answers the one that is there. */
    @DontInline
    Side add(Side entry, Object owner) {
        return part(entry.hash).add(entry, owner);
    }

    /** Drops entries of dead owners, as far as that is worth its while after so many bytes were given out. */
    void forgetDead(long given) {
        for (int i = 0; i < PARTS; i++) {
            parts[i].forgetDead(given / (PARTS * BYTES_PER_LOOK));
        }
    }

    void clear() {
        for (int i = 0; i < PARTS; i++) {
            parts[i].clear();
        }
    }

    private static final class Part {
        private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Part.class, "spin");
        private static final int LEAST = 1 << 6;

        volatile int spin;
        private volatile Side[] young = new Side[LEAST];
        private volatile Side[] old = new Side[LEAST];
        private int youngCount;
        private int oldCount;
        /** Old entries are cleaned before there are more. */
        private int oldLimit = LEAST;
        /** Of {@link Collections}, when the young entries were looked at. */
        private int collection;

        /** Young ones first: they may become old meanwhile, not the other way round. */
        Side find(Object owner, int hash) {
            Side found = find(young, owner, hash);
            return found == null ? find(old, owner, hash) : found;
        }

        private static Side find(Side[] buckets, Object owner, int hash) {
            for (Side s = buckets[bucket(hash, buckets)]; s != null; s = s.next) {
                if (s.hash == hash && s.get() == owner) {
                    return s;
                }
            }
            return null;
        }

        private static int bucket(int hash, Side[] buckets) {
            return hash / PARTS & buckets.length - 1;
        }

        @ReservedStackAccess
        Side findSurely(Object owner, int hash) {
            Spin.lock(this, SPIN);
            Side found = find(owner, hash);
            Spin.unlock(this, SPIN);
            return found;
        }

        @ReservedStackAccess
        Side add(Side entry, Object owner) {
            Spin.lock(this, SPIN);
            try {
                Side there = find(owner, entry.hash);
                if (there != null) {
                    return there;
                }
                age();
                if (youngCount == young.length) {
                    Side[] more = new Side[young.length * 2];
                    move(young, more, false);
                    young = more;
                }
                Side[] buckets = young;
                put(entry, buckets);
                // A volatile write, for those who find it without the lock.
                young = buckets;
                youngCount++;
                entry.added();
                return entry;
            } finally {
                Spin.unlock(this, SPIN);
            }
        }

        @ReservedStackAccess
        void forgetDead(long looks) {
            Spin.lock(this, SPIN);
            try {
                age();
                if (oldCount <= looks) {
                    cleanOld(0);
                }
            } finally {
                Spin.unlock(this, SPIN);
            }
        }

        /** Makes young entries old if there was a collection. */
        private void age() {
            int now = Collections.count();
            if (collection == now) {
                return;
            }
            collection = now;
            Side[] from = young;
            boolean isMany = youngCount > from.length / 4;
            Side[] fresh = new Side[isMany ? from.length : Math.max(LEAST, from.length / 2)];
            int live = countLive(from);
            if (oldCount + live > oldLimit) {
                cleanOld(live);
            }
            Side[] to = old;
            oldCount += move(from, to, true);
            old = to;
            young = fresh;
            youngCount = 0;
        }

        /** Drops old entries of dead owners, and makes room for some more. */
        private void cleanOld(int more) {
            int live = countLive(old) + more;
            int size = old.length;
            while (size < live * 2) {
                size *= 2;
            }
            Side[] fresh = new Side[size];
            oldCount = move(old, fresh, true);
            old = fresh;
            oldLimit = Math.max(size, live + live / 2);
        }

        private static int countLive(Side[] buckets) {
            int live = 0;
            for (int i = 0; i < buckets.length; i++) {
                for (Side s = buckets[i]; s != null; s = s.next) {
                    if (s.get() != null) {
                        live++;
                    }
                }
            }
            return live;
        }

        /** Moves all entries, or those whose owners live; answers how many. */
        private static int move(Side[] from, Side[] to, boolean onlyLive) {
            int moved = 0;
            for (int i = 0; i < from.length; i++) {
                Side next;
                for (Side s = from[i]; s != null; s = next) {
                    next = s.next;
                    if (!onlyLive || s.get() != null) {
                        put(s, to);
                        moved++;
                    }
                }
            }
            return moved;
        }

        private static void put(Side entry, Side[] buckets) {
            int at = bucket(entry.hash, buckets);
            entry.next = buckets[at];
            buckets[at] = entry;
        }

        /** Takes no memory: there may be none. */
        @ReservedStackAccess
        void clear() {
            Spin.lock(this, SPIN);
            java.util.Arrays.fill(young, null);
            java.util.Arrays.fill(old, null);
            youngCount = 0;
            oldCount = 0;
            Spin.unlock(this, SPIN);
        }
    }

    /** Tells whether the garbage collector has been at work. */
    private static final class Collections {
        private static volatile WeakReference<Object> canary = new WeakReference<>(new Object());
        private static volatile int count;

        private Collections() {}

        /** Grows with each collection. Threads that see one at the same time may count it twice. */
        static int count() {
            if (canary.get() == null) {
                canary = new WeakReference<>(new Object());
                count++;
            }
            return count;
        }
    }
}
