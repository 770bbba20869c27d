package redflag.runtime;

import redflag.runtime.jdk.ArraysSupport;

/**
 * The history of an array's elements, by numbers: elements with the same history have the same number, and what it
 * means is said once. A pass over many elements is then a matter of how many histories there are among them.
 *
 * <p>Programs walk along arrays with strides. With a {@code modulus} of k, elements whose indices have the same remainder
 * lie side by side, so that a walk with stride k is one along the numbers.
 *
 * <p>Used only under the array's spin lock.
 */
final class Palette {
    private static final int MOST = 1 << 16;
    private static final int NONE = -1;
    private static final int MOST_MODULUS = 8;
    /** A walk of fewer steps is no reason for another modulus. */
    private static final int WALK = 8;
    private static final int MOST_NAMES = 256;

    private final int length;
    /** The number of each element, by {@link #position}; null while all have the number 0. */
    private char[] numbers;
    /** A power of two. */
    private int modulus = 1;
    /** How many elements have a number; of one that is not in use, the next such one, as -2 - next. */
    private int[] counts = {0, 0};

    private long[] writes = new long[2];
    private int[] writeSites = new int[2];
    /** While reads are concurrent, that of any thread. */
    private long[] reads = new long[2];

    private int[] readSites = new int[2];
    /** The concurrent reads; null if there are none. */
    private ReadVector[] shared;
    /** How many numbers have ever been in use. */
    private int used = 1;
    /** The first number that is no longer in use. */
    private int free = NONE;

    /** The sites of mixed histories, by name. */
    private int[] siteOfName;

    private int names;
    /** By element, the name of the site that a mixed history leaves open; null while there is none. */
    private byte[] writeNames;

    private byte[] readNames;

    Palette(int length) {
        this.length = length;
        counts[0] = length;
    }

    /**
     * Passes over the elements {@code first}, {@code first + stride} and so on to before {@code to}. False if there are too many
     * histories; then some elements have not been checked.
     */
    boolean check(Pass pass, int first, int to, int stride) {
        if (numbers == null) {
            if (!changes(pass, 0)) {
                return true;
            }
            if (stride == 1 && to - first == length && !mustSplit(pass, 0)) {
                changeAll(pass, 0, first, to);
                return true;
            }
            numbers = new char[length];
        }
        if ((to - first) / stride >= WALK) {
            modulus(stride);
        }
        if (stride > modulus || modulus % stride != 0) {
            boolean fits = true;
            for (int i = first; fits && i < to; i += stride) {
                int at = position(i);
                fits = checkSideBySide(pass, at, at + 1);
            }
            return fits;
        }
        boolean fits = true;
        int end = Math.min(to, first + modulus);
        for (int i = first; fits && i < end; i += stride) {
            int from = position(i);
            fits = checkSideBySide(pass, from, from + (to - i + modulus - 1) / modulus);
        }
        return fits;
    }

    /** The modulus, which may become that of a walk. */
    int modulus(int stride) {
        if (stride > modulus && stride <= MOST_MODULUS && (stride & stride - 1) == 0) {
            lieByModulus(stride);
        }
        return modulus;
    }

    private void lieByModulus(int other) {
        char[] old = numbers;
        char[] fresh = new char[(length + other - 1) / other * other];
        int[] from = new int[length];
        for (int i = 0; old != null && i < length; i++) {
            from[i] = position(i);
        }
        modulus = other;
        numbers = fresh;
        for (int i = 0; old != null && i < length; i++) {
            fresh[position(i)] = old[from[i]];
        }
    }

    /** Where an element's number is. */
    private int position(int index) {
        return modulus == 1 ? index : (index & modulus - 1) * (numbers.length / modulus) + index / modulus;
    }

    /** Which element has its number there. */
    int index(int position) {
        if (modulus == 1) {
            return position;
        }
        int part = numbers.length / modulus;
        return position % part * modulus + position / part;
    }

    private boolean checkSideBySide(Pass pass, int from, int to) {
        int next;
        for (int i = from; i < to; i = next) {
            int number = numbers[i];
            next = end(number, i, to);
            if (changes(pass, number)) {
                boolean fits = mustSplit(pass, number)
                        ? changeInParts(pass, number, i, next)
                        : change(pass, number, i, next);
                if (!fits) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Behind the positions from {@code from} on that have the number. */
    private int end(int number, int from, int to) {
        char[] n = numbers;
        int length = to - from - 1;
        if (length == 0 || n[from + 1] != number) {
            return from + 1;
        }
        int same = ArraysSupport.mismatch(n, from, n, from + 1, length);
        return from + 1 + (same < 0 ? length : same);
    }

    /** Whether the pass changes a history. */
    private boolean changes(Pass pass, int number) {
        if (pass.isWrite) {
            return writes[number] != pass.thread.epoch;
        }
        return reads[number] != pass.thread.epoch
                && (shared == null || shared[number] == null || !shared[number].has(pass.thread.epoch));
    }

    /** Changes the history of some elements that have the same; false if there are too many histories. */
    private boolean change(Pass pass, int number, int from, int to) {
        int known = pass.isWrite ? pass.written : pass.read(number);
        if (known == NONE && counts[number] == to - from) {
            changeAll(pass, number, from, to);
            if (pass.isWrite) {
                pass.written = number;
            }
            return true;
        }
        find(pass, number, from, to);
        int other = known;
        if (other == NONE) {
            other = fresh();
            if (other == NONE) {
                return false;
            }
            take(other, number);
            apply(pass, other);
            if (pass.isWrite) {
                pass.written = other;
            } else {
                pass.noteRead(number, other);
            }
        }
        move(number, other, from, to);
        name(pass, from, to);
        return true;
    }

    /** Changes the history of all that have the number. */
    private void changeAll(Pass pass, int number, int from, int to) {
        find(pass, number, from, to);
        apply(pass, number);
        name(pass, from, to);
    }

    /** Whether sites that a history, or the pass, leaves open must be told apart: concurrent reads have one each. */
    private boolean mustSplit(Pass pass, int number) {
        boolean isShared = shared != null && shared[number] != null;
        boolean shares = !pass.isWrite && (isShared || !pass.thread.covers(reads[number]));
        return shares && (pass.isMixed() || !isShared && (readSites[number] & Races.SITE_MASK) == 0 && reads[number] != 0);
    }

    /** As {@link #change}, with a number for each pair of sites. */
    private boolean changeInParts(Pass pass, int number, int from, int to) {
        int next;
        for (int i = from; i < to; i = next) {
            int index = index(i);
            Pass part = pass.of(index);
            int site = site(readSites[number], index, false);
            next = i + 1;
            while (next < to && pass.of(index(next)) == part && site(readSites[number], index(next), false) == site) {
                next++;
            }
            int own = part.split(number, site);
            if (own == NONE) {
                own = fresh();
                if (own == NONE) {
                    return false;
                }
                take(own, number);
                readSites[own] = site;
                part.noteSplit(number, site, own);
                find(part, own, i, next);
                apply(part, own);
            } else {
                find(part, number, i, next);
            }
            move(number, own, i, next);
        }
        return true;
    }

    private void move(int number, int other, int from, int to) {
        char[] n = numbers;
        for (int i = from; i < to; i++) {
            n[i] = (char) other;
        }
        counts[other] += to - from;
        counts[number] -= to - from;
        if (counts[number] == 0) {
            counts[number] = -2 - free;
            free = number;
        }
    }

    /** The site of an earlier access to an element. */
    int site(int siteWord, int index, boolean isWrite) {
        if ((siteWord & Races.SITE_MASK) != 0 || siteOfName == null) {
            return siteWord;
        }
        byte[] name = isWrite ? writeNames : readNames;
        return name == null ? siteWord : siteWord | siteOfName[name[index] & 0xFF];
    }

    /** Keeps the sites of a mixed pass over elements. */
    private void name(Pass pass, int from, int to) {
        if (!pass.isMixed()) {
            return;
        }
        byte[] w = pass.isWrite ? writeNames : null;
        byte[] r = readNames;
        for (int i = from; i < to; i++) {
            int index = index(i);
            byte name = pass.siteNames[pass.siteNumber(index)];
            r[index] = name;
            if (w != null) {
                w[index] = name;
            }
        }
    }

    /** Makes ready for a pass from several sites; false if there have been too many. */
    boolean admits(Pass mixed) {
        Pass[] passes = mixed.bySite();
        byte[] siteNames = new byte[passes.length];
        for (int i = 0; i < passes.length; i++) {
            int name = passes[i] == null ? 0 : name(passes[i].site);
            if (name < 0) {
                return false;
            }
            siteNames[i] = (byte) name;
        }
        mixed.siteNames = siteNames;
        if (mixed.isWrite && writeNames == null) {
            writeNames = new byte[length];
        }
        if (readNames == null) {
            readNames = new byte[length];
        }
        return true;
    }

    private int name(int site) {
        for (int i = 0; i < names; i++) {
            if (siteOfName[i] == site) {
                return i;
            }
        }
        if (names == MOST_NAMES) {
            return NONE;
        }
        if (siteOfName == null || names == siteOfName.length) {
            int[] more = new int[names * 2 + 8];
            for (int i = 0; i < names; i++) {
                more[i] = siteOfName[i];
            }
            siteOfName = more;
        }
        siteOfName[names] = site;
        return names++;
    }

    /** A number that is not in use, or -1. */
    private int fresh() {
        int number = free;
        if (number != NONE) {
            free = -2 - counts[number];
            counts[number] = 0;
            return number;
        }
        if (used == MOST) {
            return NONE;
        }
        if (used == counts.length) {
            grow(used * 2);
        }
        return used++;
    }

    private void grow(int size) {
        int[] moreCounts = new int[size];
        long[] moreWrites = new long[size];
        int[] moreWriteSites = new int[size];
        long[] moreReads = new long[size];
        int[] moreReadSites = new int[size];
        ReadVector[] moreShared = shared == null ? null : new ReadVector[size];
        for (int i = 0; i < used; i++) {
            moreCounts[i] = counts[i];
            moreWrites[i] = writes[i];
            moreWriteSites[i] = writeSites[i];
            moreReads[i] = reads[i];
            moreReadSites[i] = readSites[i];
            if (shared != null) {
                moreShared[i] = shared[i];
            }
        }
        counts = moreCounts;
        writes = moreWrites;
        writeSites = moreWriteSites;
        reads = moreReads;
        readSites = moreReadSites;
        shared = moreShared;
    }

    private void take(int to, int from) {
        writes[to] = writes[from];
        writeSites[to] = writeSites[from];
        reads[to] = reads[from];
        readSites[to] = readSites[from];
        if (shared != null) {
            shared[to] = shared[from] == null ? null : shared[from].copy();
        }
    }

    /** Notes what the pass races with. */
    private void find(Pass pass, int number, int from, int to) {
        ThreadState thread = pass.thread;
        long write = writes[number];
        if (write != 0 && !thread.covers(write)) {
            pass.found(this, from, to, true, write, writeSites[number]);
        } else if (pass.isWrite && shared != null && shared[number] != null) {
            int entry = shared[number].uncovered(thread);
            if (entry >= 0) {
                pass.found(this, from, to, false, shared[number].epoch(entry), shared[number].site(entry));
            }
        } else if (pass.isWrite && reads[number] != 0 && !thread.covers(reads[number])) {
            pass.found(this, from, to, false, reads[number], readSites[number]);
        }
    }

    /** FastTrack's rules, as in {@link Detector}. */
    private void apply(Pass pass, int number) {
        ThreadState thread = pass.thread;
        boolean isShared = shared != null && shared[number] != null;
        if (pass.isWrite) {
            thread.rules[isShared ? Rule.WRITE_SHARED : Rule.WRITE_EXCLUSIVE]++;
            if (isShared) {
                shared[number] = null;
            }
            writes[number] = thread.epoch;
            writeSites[number] = pass.here;
            readSites[number] = pass.here;
        } else if (isShared) {
            thread.rules[Rule.READ_SHARED]++;
            shared[number].note(thread.epoch, pass.here);
        } else if (reads[number] == 0 || thread.covers(reads[number])) {
            thread.rules[Rule.READ_EXCLUSIVE]++;
            readSites[number] = pass.here;
        } else {
            thread.rules[Rule.READ_SHARE]++;
            ReadVector both = new ReadVector();
            both.note(reads[number], readSites[number]);
            both.note(thread.epoch, pass.here);
            if (shared == null) {
                shared = new ReadVector[counts.length];
            }
            shared[number] = both;
        }
        reads[number] = thread.epoch;
    }

    /** Gives each element its own history. */
    void spread(long[] epochs, int[] sites, ReadPlanes planes) {
        for (int i = 0; i < length; i++) {
            int number = numbers == null ? 0 : numbers[position(i)];
            ReadVector all = shared == null ? null : shared[number];
            epochs[2 * i] = writes[number] | (all == null ? 0 : Epoch.SHARED);
            epochs[2 * i + 1] = reads[number];
            sites[2 * i] = site(writeSites[number], i, true);
            sites[2 * i + 1] = site(readSites[number], i, false);
            if (all != null) {
                all.noteAll(planes, i);
            }
        }
    }
}
