package redflag.runtime;

import redflag.runtime.jdk.DontInline;

/**
 * The history of an array's elements, by numbers: elements with the same history have the same number, and what it
 * means is said once. Where an element's number is is said by blocks of 64: a block has one number, or it is mixed and has a set of its elements for
 * each. A pass goes over the bits of a {@link Touched} in the same blocks; so what it takes is a matter of how many histories there are in each, not of
 * how the elements lie among each other.
 *
 * <p>Used only under the array's spin lock.
 */
final class Palette {
    /** A palette that has had more numbers takes no other pass, which may double them. */
    private static final int MOST = 1 << 15;
    /** Of how many sets all blocks have room for the same number; with more of them a block has room of its own. */
    private static final int MOST_ALIKE = 8;

    private static final int NONE = -1;

    /** How many words a history has, and where in it they are. */
    private static final int EACH = 4;

    private static final int WRITE = 0;
    private static final int READ = 1;
    /** The site of the write with its thread's acquisitions in the lower half, that of the read in the upper; 0 if {@code origins} has to tell. */
    private static final int SITES = 2;
    /** How many elements have the number; of one that is not in use, the next such one, as -2 - next. */
    private static final int COUNT = 3;

    private final int length;
    /** The number of each block; of one that is mixed, how many it has, as -1 - count. Null while all elements have the number 0. */
    private int[] blocks;
    /** How many sets a block has room for. */
    private int room;
    /** What mixed blocks have, side by side: sets of their elements, none of them empty, and their numbers. */
    private long[] sets;

    private int[] numbers;
    /** By block, the sets and numbers of those that have room of their own; null if there are none. */
    private Crowd[] crowds;

    /**
     * By number, side by side, as they are asked for together: the write epoch, the read epoch (while reads are concurrent, that of any thread),
     * where these were, and how many elements have the number.
     */
    private long[] histories = new long[EACH];
    /** The origins of writes at 2i, of reads at 2i + 1; null if no elements had several sites yet. */
    private Origins[] origins;
    /** The concurrent reads; null if there are none. */
    private ReadVector[] shared;
    /** How many numbers have ever been in use. */
    private int used = 1;
    /** The first number that is no longer in use. */
    private int free = NONE;

    private static final class Crowd {
        final long[] sets;
        final int[] numbers;

        Crowd(int room) {
            sets = new long[room];
            numbers = new int[room];
        }
    }

    Palette(int length) {
        this.length = length;
        histories[COUNT] = length;
    }

    private long epoch(int number, int of) {
        return histories[EACH * number + of];
    }

    private void setEpoch(int number, int of, long epoch) {
        histories[EACH * number + of] = epoch;
    }

    private int site(int number, int of) {
        return (int) (histories[EACH * number + SITES] >>> Integer.SIZE * of);
    }

    private long count(int number) {
        return histories[EACH * number + COUNT];
    }

    /** The stamp with all that was written to the array. */
    Stamp stamp(Stamp own, ThreadState thread, Stamp earlier) {
        Stamp stamp = own;
        for (int number = 0; number < used; number++) {
            stamp = count(number) > 0 ? stamp.with(epoch(number, WRITE), thread, earlier) : stamp;
        }
        return stamp;
    }

    /** Whether there are numbers for all histories that a pass can make. */
    boolean hasRoom() {
        return used <= MOST;
    }

    /** Passes over elements, of which the first bit is element {@code base}. */
    @DontInline
    void check(Pass pass, Touched touched, int base) {
        pass.begin(used);
        if (blocks == null && checkAlike(pass, touched.isAll(length))) {
            return;
        }
        for (int word = touched.first(), last = touched.last(); word < last; word++) {
            check(pass, (base >> 6) + word, touched.word(word));
        }
        count(pass);
    }

    /** Passes over elements that lie {@code stride} apart. */
    @DontInline
    void check(Pass pass, int first, int count, int stride) {
        pass.begin(used);
        if (blocks == null && checkAlike(pass, count == length)) {
            return;
        }
        int last = first + (count - 1) * stride;
        int low = Math.min(first, last);
        int high = Math.max(first, last);
        int step = Math.abs(stride);
        if (step >= Long.SIZE) {
            for (int at = low; at <= high; at += step) {
                check(pass, at >> 6, 1L << at);
            }
        } else {
            for (int block = low >> 6; block <= high >> 6; block++) {
                check(pass, block, Touched.some(block, low, high, step));
            }
        }
        count(pass);
    }

    /** While all elements are alike: whether nothing is left to be done, as nothing changes or all change together. */
    private boolean checkAlike(Pass pass, boolean isAll) {
        if (!changes(pass, 0)) {
            return true;
        }
        if (isAll) {
            if (races(pass, 0)) {
                findAll(pass);
            }
            apply(pass, 0);
            return true;
        }
        makeBlocks();
        return false;
    }

    /** All or nothing: whoever finds blocks finds the rest. */
    private void makeBlocks() {
        int count = (length + 63) >> 6;
        int[] fresh = new int[count];
        giveRoom(2, count);
        blocks = fresh;
    }

    private void findAll(Pass pass) {
        for (int block = 0; block <= length - 1 >> 6; block++) {
            find(pass, 0, block, all(block));
        }
    }

    /** The elements that a block has. */
    private long all(int block) {
        return block == length >> 6 ? (1L << length) - 1 : -1;
    }

    private void check(Pass pass, int block, long elements) {
        if (elements == 0) {
            return;
        }
        int number = blocks[block];
        if (number < 0) {
            checkMixed(pass, block, elements);
            return;
        }
        int after = after(pass, number, block, elements);
        if (after == number) {
            return;
        }
        long rest = all(block) & ~elements;
        if (rest == 0) {
            blocks[block] = after;
        } else {
            int at = first(block);
            long[] setsHere = sets(block);
            int[] numbersHere = numbers(block);
            setsHere[at] = elements;
            numbersHere[at] = after;
            setsHere[at + 1] = rest;
            numbersHere[at + 1] = number;
            blocks[block] = -1 - 2;
        }
        move(pass, number, after, elements);
    }

    /** The sets of a block begin here in {@link #sets(int)}, and their numbers in {@link #numbers(int)}. */
    private int first(int block) {
        return isCrowded(block) ? 0 : block * room;
    }

    private long[] sets(int block) {
        return isCrowded(block) ? crowds[block].sets : sets;
    }

    private int[] numbers(int block) {
        return isCrowded(block) ? crowds[block].numbers : numbers;
    }

    private boolean isCrowded(int block) {
        return crowds != null && crowds[block] != null;
    }

    private void checkMixed(Pass pass, int block, long elements) {
        long left = elements;
        boolean isEmptied = false;
        for (int i = 0; left != 0 && i < -1 - blocks[block]; i++) {
            long some = sets(block)[first(block) + i] & left;
            if (some != 0) {
                left &= ~some;
                int number = numbers(block)[first(block) + i];
                int after = after(pass, number, block, some);
                if (after != number) {
                    isEmptied |= moveInside(block, i, some, after);
                    move(pass, number, after, some);
                }
            }
        }
        if (isEmptied) {
            shrink(block);
        }
    }

    /**
     * Gives some elements of a set in a mixed block another number, which a set before this one may have. What moves stays in front, and what it leaves
     * behind comes next: these are what the next pass is likely to ask for. Says whether the set is empty now.
     */
    private boolean moveInside(int block, int place, long some, int other) {
        long[] setsHere = sets(block);
        int[] numbersHere = numbers(block);
        int first = first(block);
        int at = first + place;
        long rest = setsHere[at] & ~some;
        for (int i = first; i < at; i++) {
            if (numbersHere[i] == other) {
                setsHere[i] |= some;
                setsHere[at] = rest;
                return rest == 0;
            }
        }
        if (rest == 0) {
            numbersHere[at] = other;
        } else {
            split(block, place, some, other, rest);
        }
        return false;
    }

    /** Makes two sets of one of a mixed block; what was in the place behind it goes to the end. */
    private void split(int block, int place, long some, int other, long rest) {
        int count = -1 - blocks[block];
        if (count == (isCrowded(block) ? crowds[block].sets.length : room)) {
            makeRoom(block, count);
        }
        long[] setsHere = sets(block);
        int[] numbersHere = numbers(block);
        int at = first(block) + place;
        int end = first(block) + count;
        setsHere[end] = setsHere[at + 1];
        numbersHere[end] = numbersHere[at + 1];
        setsHere[at + 1] = rest;
        numbersHere[at + 1] = numbersHere[at];
        setsHere[at] = some;
        numbersHere[at] = other;
        blocks[block] = -1 - (count + 1);
    }

    /** Room for more sets than so many in a block: in all of them, or, as few may need so much, in this one. */
    @DontInline
    private void makeRoom(int block, int count) {
        if (count < MOST_ALIKE) {
            makeRoom();
            return;
        }
        ask(2 * count);
        if (crowds == null) {
            crowds = new Crowd[blocks.length];
        }
        Crowd larger = new Crowd(2 * count);
        for (int i = 0; i < count; i++) {
            larger.sets[i] = sets(block)[first(block) + i];
            larger.numbers[i] = numbers(block)[first(block) + i];
        }
        crowds[block] = larger;
    }

    private void makeRoom() {
        int old = room;
        long[] oldSets = sets;
        int[] oldNumbers = numbers;
        giveRoom(2 * old, blocks.length);
        for (int block = 0; block < blocks.length; block++) {
            for (int i = 0; i < -1 - blocks[block]; i++) {
                sets[block * room + i] = oldSets[block * old + i];
                numbers[block * room + i] = oldNumbers[block * old + i];
            }
        }
    }

    /** Room for so many sets in each of so many blocks; what there was is to be copied. */
    private void giveRoom(int each, int count) {
        ask((long) each * count);
        long[] freshSets = new long[each * count];
        int[] freshNumbers = new int[each * count];
        room = each;
        sets = freshSets;
        numbers = freshNumbers;
    }

    private static void ask(long sets) {
        if (!Memory.room((Long.BYTES + Integer.BYTES) * sets)) {
            throw new OutOfMemoryError("shadow of an array");
        }
    }

    /** Forgets the sets that have become empty; with one left the block is mixed no more. */
    private void shrink(int block) {
        long[] setsHere = sets(block);
        int[] numbersHere = numbers(block);
        int from = first(block);
        int to = from - 1 - blocks[block];
        int left = from;
        for (int i = from; i < to; i++) {
            if (setsHere[i] != 0) {
                setsHere[left] = setsHere[i];
                numbersHere[left++] = numbersHere[i];
            }
        }
        blocks[block] = left == from + 1 ? numbersHere[from] : -1 - (left - from);
    }

    /** Elements have got another number: they are counted when the next ones go another way. */
    private void move(Pass pass, int from, int to, long elements) {
        if (pass.from != from || pass.to != to) {
            count(pass);
            pass.from = from;
            pass.to = to;
        }
        pass.moved += Long.bitCount(elements);
    }

    private void count(Pass pass) {
        if (pass.moved > 0) {
            histories[EACH * pass.to + COUNT] += pass.moved;
            int from = EACH * pass.from + COUNT;
            histories[from] -= pass.moved;
            pass.moved = 0;
            if (histories[from] == 0) {
                histories[from] = -2 - free;
                free = pass.from;
            }
        }
    }

    /** The number that elements of a block have after the pass. */
    private int after(Pass pass, int number, int block, long elements) {
        int after = pass.after(number);
        if (after == Pass.NONE) {
            after = changes(pass, number) ? changed(pass, number) : number;
            pass.noteAfter(number, after);
        }
        if (pass.findsRaces && after != number) {
            find(pass, number, block, elements);
        }
        return after;
    }

    /** Whether the pass changes a history. */
    private boolean changes(Pass pass, int number) {
        long epoch = pass.thread.epoch;
        if (pass.isWrite) {
            return epoch(number, WRITE) != epoch;
        }
        return epoch(number, READ) != epoch
                && (shared == null || shared[number] == null || !shared[number].has(epoch));
    }

    /** The number of a history with what the pass adds to it: all that is written becomes alike. */
    @DontInline
    private int changed(Pass pass, int number) {
        pass.findsRaces |= races(pass, number);
        if (pass.written != NONE) {
            return pass.written;
        }
        int fresh = fresh(pass.thread);
        take(pass, fresh, number);
        apply(pass, fresh);
        pass.written = pass.isWrite ? fresh : NONE;
        pass.noteAfter(fresh, fresh);
        return fresh;
    }

    /** A number that is not in use. */
    private int fresh(ThreadState thread) {
        int number = free;
        if (number != NONE) {
            free = (int) (-2 - count(number));
            histories[EACH * number + COUNT] = 0;
            return number;
        }
        if (used == histories.length / EACH) {
            grow(Math.max(4, used * 2));
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
        long[] more = new long[EACH * size];
        Origins[] moreOrigins = origins == null ? null : new Origins[2 * size];
        ReadVector[] moreShared = shared == null ? null : new ReadVector[size];
        for (int i = 0; i < used; i++) {
            if (shared != null) {
                moreShared[i] = shared[i];
            }
        }
        for (int i = 0; origins != null && i < 2 * used; i++) {
            moreOrigins[i] = origins[i];
        }
        for (int i = 0; i < EACH * used; i++) {
            more[i] = histories[i];
        }
        histories = more;
        origins = moreOrigins;
        shared = moreShared;
    }

    private void take(Pass pass, int to, int from) {
        for (int of = WRITE; of <= READ; of++) {
            setEpoch(to, of, epoch(from, of));
            note(to, of, site(from, of), origins(from, of));
        }
        if (shared != null) {
            ReadVector reads = shared[from];
            // A write forgets them.
            shared[to] = reads == null || pass.isWrite ? reads : reads.copy();
        }
    }

    private Origins origins(int number, int of) {
        return origins == null ? null : origins[2 * number + of];
    }

    /** Collectors want a record of each reference that is stored. */
    private void note(int number, int of, int site, Origins several) {
        int at = EACH * number + SITES;
        long other = histories[at] & ~(0xFFFFFFFFL << Integer.SIZE * of);
        histories[at] = other | Integer.toUnsignedLong(site) << Integer.SIZE * of;
        if (several != null && origins == null) {
            origins = new Origins[2 * (histories.length / EACH)];
        }
        if (origins != null && origins[2 * number + of] != several) {
            origins[2 * number + of] = several;
        }
    }

    /** Whether what the pass does races with something that a history has. */
    private boolean races(Pass pass, int number) {
        ThreadState thread = pass.thread;
        long write = epoch(number, WRITE);
        if (write != 0 && !thread.covers(write)) {
            return true;
        }
        if (!pass.isWrite) {
            return false;
        }
        if (shared != null && shared[number] != null) {
            return shared[number].uncovered(thread) >= 0;
        }
        long read = epoch(number, READ);
        return read != 0 && !thread.covers(read);
    }

    /** Notes what the pass races with, at some elements of a block. */
    @DontInline
    private void find(Pass pass, int number, int block, long elements) {
        if (!races(pass, number)) {
            return;
        }
        ThreadState thread = pass.thread;
        long write = epoch(number, WRITE);
        ReadVector reads = shared == null ? null : shared[number];
        if (write != 0 && !thread.covers(write)) {
            pass.found(block, elements, write, site(number, WRITE), origins(number, WRITE));
        } else if (reads != null) {
            int entry = reads.uncovered(thread);
            pass.found(block, elements, reads.epoch(entry), reads.word(entry), reads.origins(entry));
        } else {
            pass.found(block, elements, epoch(number, READ), site(number, READ), origins(number, READ));
        }
    }

    /** FastTrack's rules, as in {@link Detector}. */
    @DontInline
    private void apply(Pass pass, int number) {
        ThreadState thread = pass.thread;
        int word = pass.word();
        long read = epoch(number, READ);
        Origins of = word != 0 ? null : pass.origins(origins(number, READ));
        boolean isShared = shared != null && shared[number] != null;
        if (pass.isWrite) {
            thread.rules[isShared ? Rule.WRITE_SHARED : Rule.WRITE_EXCLUSIVE]++;
            if (isShared) {
                shared[number] = null;
            }
            setEpoch(number, WRITE, thread.epoch);
            note(number, WRITE, word, of);
            note(number, READ, word, of);
        } else if (isShared) {
            thread.rules[Rule.READ_SHARED]++;
            shared[number].note(thread.epoch, word, of);
        } else if (read == 0 || thread.covers(read)) {
            thread.rules[Rule.READ_EXCLUSIVE]++;
            note(number, READ, word, of);
        } else {
            thread.rules[Rule.READ_SHARE]++;
            ReadVector both = new ReadVector();
            both.note(read, site(number, READ), origins(number, READ));
            both.note(thread.epoch, word, of);
            if (shared == null) {
                shared = new ReadVector[histories.length / EACH];
            }
            shared[number] = both;
        }
        setEpoch(number, READ, thread.epoch);
    }

    /** Gives each element its own history. */
    void spread(long[] spreadEpochs, int[] sites, ReadPlanes planes) {
        for (int block = 0; block <= length - 1 >> 6; block++) {
            int number = blocks == null ? 0 : blocks[block];
            if (number >= 0) {
                spread(number, block, all(block), spreadEpochs, sites, planes);
                continue;
            }
            for (int i = first(block), end = i - 1 - number; i < end; i++) {
                spread(numbers(block)[i], block, sets(block)[i], spreadEpochs, sites, planes);
            }
        }
    }

    private void spread(int number, int block, long elements, long[] spreadEpochs, int[] sites, ReadPlanes planes) {
        ReadVector reads = shared == null ? null : shared[number];
        for (long left = elements; left != 0; left &= left - 1) {
            int i = (block << 6) + Long.numberOfTrailingZeros(left);
            for (int of = WRITE; of <= READ; of++) {
                long epoch = epoch(number, of);
                int site = site(number, of);
                spreadEpochs[2 * i + of] = epoch;
                sites[2 * i + of] = site != 0 || epoch == 0 ? site : origins(number, of).word(i);
            }
            spreadEpochs[2 * i] |= reads == null ? 0 : Epoch.SHARED;
            if (reads != null) {
                reads.noteAll(planes, i);
            }
        }
    }
}
