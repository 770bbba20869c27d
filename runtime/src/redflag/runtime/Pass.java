package redflag.runtime;

import redflag.runtime.jdk.DontInline;

/** A check of elements of an array that one thread has accessed, and the races that it finds. */
final class Pass {
    final boolean isWrite;
    final ThreadState thread;
    /** The elements; null if they have one site. */
    private final Touched touched;
    /** The element of the first bit in {@code touched}. */
    private final int base;
    /** Of all elements, if they have one. */
    private final Origins one;
    /** Of all elements, if they have several; null before it is asked for. */
    private Origins all;

    /** For {@link Palette}: which of its passes this is. */
    int ordinal;
    /** For {@link Palette}: the number of what the pass has written, or -1. */
    int written = -1;

    /** Told when the array's lock has been left, in the order in which they were found. */
    private Race races;

    private Race lastRace;

    /** Of elements that a site has just accessed. */
    Pass(boolean isWrite, ThreadState thread, int site) {
        this.isWrite = isWrite;
        this.thread = thread;
        this.touched = null;
        this.base = 0;
        this.one = Origins.one(site, thread);
    }

    /** Of elements that were accessed some time ago, {@code base} being the first that could have been. */
    Pass(boolean isWrite, ThreadState thread, Touched touched, int base) {
        this.isWrite = isWrite;
        this.thread = thread;
        this.touched = touched;
        this.base = base;
        this.one = touched.hasOneSite() ? Origins.one(touched.firstSite(), thread) : null;
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

    /** The origins of elements that lie {@code step} apart: of these alone if they have one site, else of all. */
    @DontInline
    Origins origins(int first, int last, int step) {
        if (one != null) {
            return one;
        }
        int site = touched.site(first - base, last - base, step);
        return site != 0 ? Origins.one(site, thread) : all();
    }

    /** The origins of all elements. */
    Origins all() {
        if (one != null) {
            return one;
        }
        if (all == null) {
            all = touched.origins(base, thread);
        }
        return all;
    }

    /** Elements whose numbers lie side by side race with an earlier access. */
    @DontInline
    void found(Palette palette, int from, int to, long earlier, Origins earlierOrigins) {
        for (int position = from; position < to; position++) {
            int index = palette.index(position);
            Race race = new Race(index, earlier, earlierOrigins.word(index));
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
        for (Race race = races; race != null; race = race.next) {
            int site = all().site(race.index);
            boolean excused = !isWrite
                    && Frozen.excuses(thread, site, shadow, race.index, race.earlier, race.earlierSite, stamp);
            thread.rules[excused ? Rule.FROZEN : Rule.RACE]++;
            if (!excused) {
                Races.report(thread, all().word(race.index), shadow, race.index, race.earlier, race.earlierSite);
            }
        }
        races = null;
    }
}
