package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/**
 * Clocks of the parts of one object, by number. Finding takes no lock, adding takes the spin lock.
 * There are at most {@link #MAX} of them; from then on parts share clocks, which may hide a race but never
 * makes one up.
 */
final class Parts {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Parts.class, "spin");
    private static final int MAX = 1 << 18;

    private static final class Part {
        final int key;
        final Clock clock;
        volatile Part next;

        Part(int key, Clock clock) {
            this.key = key;
            this.clock = clock;
        }
    }

    volatile int spin;
    private volatile Part[] buckets = new Part[8];
    private int count;

    @ReservedStackAccess
    Clock clock(int key, Class<?> type) {
        Clock known = find(key);
        if (known != null) {
            return known;
        }
        Spin.lock(this, SPIN);
        try {
            known = find(key);
            if (known != null) {
                return known;
            }
            if (count >= MAX) {
                return shared(key);
            }
            if (count >= buckets.length) {
                grow();
            }
            Part part = new Part(key, new Clock(type));
            Part[] b = buckets;
            int at = bucket(key, b);
            part.next = b[at];
            b[at] = part;
            buckets = b;
            count++;
            return part.clock;
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    private Clock find(int key) {
        Part[] b = buckets;
        for (Part p = b[bucket(key, b)]; p != null; p = p.next) {
            if (p.key == key) {
                return p.clock;
            }
        }
        return null;
    }

    private Clock shared(int key) {
        Part[] b = buckets;
        int at = bucket(key, b);
        while (b[at] == null) {
            at = (at + 1) & (b.length - 1);
        }
        return b[at].clock;
    }

    private static int bucket(int key, Part[] b) {
        return (key ^ key >>> 16) & (b.length - 1);
    }

    private void grow() {
        Part[] old = buckets;
        Part[] fresh = new Part[old.length * 2];
        for (int i = 0; i < old.length; i++) {
            for (Part p = old[i]; p != null; p = p.next) {
                Part copy = new Part(p.key, p.clock);
                int at = bucket(p.key, fresh);
                copy.next = fresh[at];
                fresh[at] = copy;
            }
        }
        buckets = fresh;
    }
}
