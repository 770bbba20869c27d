package redflag.runtime;

import redflag.runtime.jdk.ArraysSupport;
import redflag.runtime.jdk.DontInline;

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

    private final int length;
    /** The number of each element, by {@link #position}; null while all have the number 0. */
    private char[] numbers;
    /** A power of two. */
    private int modulus = 1;
    /** How many elements have a number; of one that is not in use, the next such one, as -2 - next. */
    private int[] counts = {0, 0};

    private long[] writes = new long[2];
    private Origins[] writeOrigins = new Origins[2];
    /** While reads are concurrent, that of any thread. */
    private long[] reads = new long[2];

    private Origins[] readOrigins = new Origins[2];
    /** The concurrent reads; null if there are none. */
    private ReadVector[] shared;
    /** By number: the last pass that read some of its elements and gave them another number, and that number. */
    private int[] leftIn = new int[2];

    private int[] leftFor = new int[2];
    /** How many passes there have been. */
    private int passes;
    /** How many numbers have ever been in use. */
    private int used = 1;
    /** The first number that is no longer in use. */
    private int free = NONE;

    Palette(int length) {
        this.length = length;
        counts[0] = length;
    }

    /** A pass begins. */
    void begin(Pass pass) {
        pass.ordinal = ++passes;
    }

    /** The stamp with all that was written to the array. */
    Stamp stamp(Stamp own, ThreadState thread, Stamp earlier) {
        Stamp stamp = own;
        for (int number = 0; number < used; number++) {
            stamp = counts[number] > 0 ? stamp.with(writes[number], thread, earlier) : stamp;
        }
        return stamp;
    }

    /**
     * Passes over the elements {@code first}, {@code first + stride} and so on to before {@code to}. False if there are too many
     * histories; then some elements have not been checked.
     */
    @DontInline
    boolean check(Pass pass, int first, int to, int stride) {
        if (numbers == null) {
            if (!changes(pass, 0)) {
                return true;
            }
            if (stride == 1 && to - first == length) {
                find(pass, 0, first, to);
                apply(pass, 0, pass.origins(first, to - 1, 1));
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
            if (changes(pass, number) && !change(pass, number, i, next)) {
                return false;
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
    @DontInline
    private boolean change(Pass pass, int number, int from, int to) {
        find(pass, number, from, to);
        Origins origins = pass.origins(index(from), index(to - 1), modulus);
        int other = pass.isWrite ? pass.written : leftIn[number] == pass.ordinal ? leftFor[number] : NONE;
        if (other != NONE) {
            admit(pass, other, origins);
        } else if (counts[number] == to - from) {
            apply(pass, number, origins);
            pass.written = number;
            return true;
        } else {
            other = fresh(pass.thread);
            if (other == NONE) {
                return false;
            }
            take(other, number);
            apply(pass, other, origins);
            pass.written = other;
            leftIn[number] = pass.ordinal;
            leftFor[number] = other;
        }
        move(number, other, from, to);
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

    /** A number that is not in use, or -1. */
    private int fresh(ThreadState thread) {
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
        if (Locations.COUNTED) {
            Locations.made(1, thread);
        }
        return used++;
    }

    /** How many histories there were at a time, at most. */
    int used() {
        return used;
    }

    @DontInline
    private void grow(int size) {
        int[] moreCounts = new int[size];
        int[] moreLeftIn = new int[size];
        int[] moreLeftFor = new int[size];
        long[] moreWrites = new long[size];
        Origins[] moreWriteOrigins = new Origins[size];
        long[] moreReads = new long[size];
        Origins[] moreReadOrigins = new Origins[size];
        ReadVector[] moreShared = shared == null ? null : new ReadVector[size];
        for (int i = 0; i < used; i++) {
            moreCounts[i] = counts[i];
            moreLeftIn[i] = leftIn[i];
            moreLeftFor[i] = leftFor[i];
            moreWrites[i] = writes[i];
            moreWriteOrigins[i] = writeOrigins[i];
            moreReads[i] = reads[i];
            moreReadOrigins[i] = readOrigins[i];
            if (shared != null) {
                moreShared[i] = shared[i];
            }
        }
        counts = moreCounts;
        leftIn = moreLeftIn;
        leftFor = moreLeftFor;
        writes = moreWrites;
        writeOrigins = moreWriteOrigins;
        reads = moreReads;
        readOrigins = moreReadOrigins;
        shared = moreShared;
    }

    private void take(int to, int from) {
        writes[to] = writes[from];
        writeOrigins[to] = writeOrigins[from];
        reads[to] = reads[from];
        readOrigins[to] = readOrigins[from];
        if (shared != null) {
            shared[to] = shared[from] == null ? null : shared[from].copy();
        }
    }

    /** Notes what the pass races with. */
    private void find(Pass pass, int number, int from, int to) {
        ThreadState thread = pass.thread;
        long write = writes[number];
        if (write != 0 && !thread.covers(write)) {
            pass.found(this, from, to, write, writeOrigins[number]);
        } else if (pass.isWrite && shared != null && shared[number] != null) {
            int entry = shared[number].uncovered(thread);
            if (entry >= 0) {
                pass.found(this, from, to, shared[number].epoch(entry), shared[number].origins(entry));
            }
        } else if (pass.isWrite && reads[number] != 0 && !thread.covers(reads[number])) {
            pass.found(this, from, to, reads[number], readOrigins[number]);
        }
    }

    /** FastTrack's rules, as in {@link Detector}. */
    @DontInline
    private void apply(Pass pass, int number, Origins origins) {
        ThreadState thread = pass.thread;
        boolean isShared = shared != null && shared[number] != null;
        if (pass.isWrite) {
            thread.rules[isShared ? Rule.WRITE_SHARED : Rule.WRITE_EXCLUSIVE]++;
            if (isShared) {
                shared[number] = null;
            }
            writes[number] = thread.epoch;
            note(writeOrigins, number, origins);
            note(readOrigins, number, origins);
        } else if (isShared) {
            thread.rules[Rule.READ_SHARED]++;
            shared[number].note(thread.epoch, origins);
        } else if (reads[number] == 0 || thread.covers(reads[number])) {
            thread.rules[Rule.READ_EXCLUSIVE]++;
            note(readOrigins, number, origins);
        } else {
            thread.rules[Rule.READ_SHARE]++;
            ReadVector both = new ReadVector();
            both.note(reads[number], readOrigins[number]);
            both.note(thread.epoch, origins);
            if (shared == null) {
                shared = new ReadVector[counts.length];
            }
            shared[number] = both;
        }
        reads[number] = thread.epoch;
    }

    /** Mostly they are there already, and collectors want a record of each reference that is stored. */
    private static void note(Origins[] all, int number, Origins origins) {
        if (all[number] != origins) {
            all[number] = origins;
        }
    }

    /** The pass gives more elements a number that it has made: with the same origins, or with all that it has. */
    private void admit(Pass pass, int number, Origins origins) {
        boolean isShared = shared != null && shared[number] != null;
        if (isShared) {
            shared[number].admit(pass.thread.epoch, origins, pass);
        } else if (readOrigins[number] != origins) {
            readOrigins[number] = pass.all();
            writeOrigins[number] = pass.isWrite ? pass.all() : writeOrigins[number];
        }
    }

    /** Gives each element its own history. */
    void spread(long[] epochs, int[] sites, ReadPlanes planes) {
        for (int i = 0; i < length; i++) {
            int number = numbers == null ? 0 : numbers[position(i)];
            ReadVector all = shared == null ? null : shared[number];
            epochs[2 * i] = writes[number] | (all == null ? 0 : Epoch.SHARED);
            epochs[2 * i + 1] = reads[number];
            sites[2 * i] = writeOrigins[number] == null ? 0 : writeOrigins[number].word(i);
            sites[2 * i + 1] = readOrigins[number] == null ? 0 : readOrigins[number].word(i);
            if (all != null) {
                all.noteAll(planes, i);
            }
        }
    }
}
