package redflag.runtime;

/**
 * A check of elements of an array that one thread has accessed, and the races that it finds. A thread keeps one for its next check.
 */
final class Pass {
    static final int NONE = -1;

    final ThreadState thread;
    boolean isWrite;
    /** The elements; null if they have one site. */
    private Touched touched;
    /** The element of the first bit in {@code touched}. */
    private int base;
    /** The site of all elements with the thread's acquisitions, as shadows have it; 0 if they have several sites. */
    private int word;
    /** Of elements with several sites; null before it is asked for. */
    private Origins origins;

    /** For {@link Palette}: whether one of the histories has something that races with the pass. */
    boolean findsRaces;
    /** For {@link Palette}: the number of what the pass has written, or -1. */
    int written;
    /** For {@link Palette}: how many elements have gone from one number to another, and are not counted yet. */
    int moved;

    int from;
    int to;
    /** For {@link Palette}: by number, that of the same elements after the pass, if {@code asked} has this pass there. */
    private int[] after = new int[8];

    private long[] asked = new long[8];
    /** Tells the passes of a thread apart. */
    private long ordinal;

    /** Told when the array's lock has been left, in the order in which they were found. */
    private Race races;

    private Race lastRace;

    Pass(ThreadState thread) {
        this.thread = thread;
    }

    /** Of elements that a site has just accessed. */
    Pass of(boolean isWriteNow, int site) {
        return of(isWriteNow, null, 0, site | thread.acquisitions);
    }

    /** Of elements that were accessed some time ago, {@code first} being the first that could have been. */
    Pass of(boolean isWriteNow, Touched some, int first) {
        return of(isWriteNow, some, first, some.hasOneSite() ? some.firstSite() | thread.acquisitions : 0);
    }

    private Pass of(boolean isWriteNow, Touched some, int first, int ofAll) {
        isWrite = isWriteNow;
        touched = some;
        base = first;
        word = ofAll;
        origins = null;
        findsRaces = false;
        written = NONE;
        // What an error kept from being told is of another array.
        races = null;
        return this;
    }

    private static final class Race {
        final int index;
        final long earlier;
        final int earlierSite;
        Race next;

        Race(int index, long earlier, int earlierSite) {
            this.index = index;
            this.earlier = earlier;
            this.earlierSite = earlierSite;
        }
    }

    /** A palette with so many numbers is passed over; it will have at most twice as many. */
    void begin(int numbers) {
        if (2 * numbers > asked.length) {
            after = new int[4 * numbers];
            asked = new long[4 * numbers];
            ordinal = 0;
        }
        ordinal++;
        moved = 0;
    }

    /** What is known of a number by {@link #noteAfter}, or -1. */
    int after(int number) {
        return asked[number] == ordinal ? after[number] : NONE;
    }

    void noteAfter(int number, int then) {
        after[number] = then;
        asked[number] = ordinal;
    }

    /** The site of all elements with the thread's acquisitions, or 0 if {@link #origins} has to tell. */
    int word() {
        return word;
    }

    /** Of elements with several sites; {@code last} itself if it says the same. */
    Origins origins(Origins last) {
        if (origins == null) {
            Origins now = touched.origins(base, thread);
            origins = last != null && last.isLike(now) ? last : now;
        }
        return origins;
    }

    /** The site of an element with the thread's acquisitions. */
    int word(int index) {
        return word != 0 ? word : origins(null).word(index);
    }

    /** Elements of a block of 64 race with what {@code earlierWord} or {@code earlierOrigins} tell of. */
    void found(int block, long elements, long earlier, int earlierWord, Origins earlierOrigins) {
        for (long left = elements; left != 0; left &= left - 1) {
            int index = (block << 6) + Long.numberOfTrailingZeros(left);
            Race race = new Race(index, earlier, earlierWord != 0 ? earlierWord : earlierOrigins.word(index));
            if (races == null) {
                races = race;
            } else {
                lastRace.next = race;
            }
            lastRace = race;
        }
    }

    /** Tells of the races that were found. */
    void tell(ArrayShadow shadow) {
        // Other threads may have stamped the array between accesses and a late check.
        Stamp stamp = touched != null ? null : shadow.frozen;
        Race race = races;
        races = null;
        for (; race != null; race = race.next) {
            int here = word(race.index);
            boolean excused = !isWrite
                    && Frozen.excuses(thread, here & Races.SITE_MASK, shadow, race.index, race.earlier, race.earlierSite, stamp);
            thread.rules[excused ? Rule.FROZEN : Rule.RACE]++;
            if (!excused) {
                Races.report(thread, here, shadow, race.index, race.earlier, race.earlierSite);
            }
        }
    }
}
