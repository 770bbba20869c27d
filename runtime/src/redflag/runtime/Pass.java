package redflag.runtime;

/** Accesses of one thread to elements of an array, from one site or from several, and the races that their check finds. */
final class Pass {
    private static final int NONE = -1;

    final boolean isWrite;
    final ThreadState thread;
    /** 0 if there are several. */
    final int site;
    /** The site, with the acquisitions of the thread. */
    final int here;
    /** If there are several sites: a pass for each, the elements, and where these begin. */
    private final Pass[] bySite;

    private final Touched touched;
    private final int base;
    /** If there are several sites: what {@link Palette} calls them. */
    byte[] siteNames;

    /** For {@link Palette}: the number of what the pass has written. */
    int written = NONE;
    /** For each number that elements had, the number after the pass has read them, plus 1. */
    private int[] read;

    /** Whether other threads may have stamped the array between the accesses and their check. */
    private final boolean isLate;

    private Split splits;

    /** Told when the array's lock has been left. */
    private Race races;

    Pass(boolean isWrite, ThreadState thread, int site, boolean isLate) {
        this.isWrite = isWrite;
        this.thread = thread;
        this.site = site;
        this.isLate = isLate;
        this.here = site | thread.acquisitions;
        this.bySite = null;
        this.touched = null;
        this.base = 0;
    }

    /** Of all that has been touched, from several sites. */
    Pass(boolean isWrite, ThreadState thread, Pass[] bySite, Touched touched, int base) {
        this.isWrite = isWrite;
        this.thread = thread;
        this.site = 0;
        this.isLate = true;
        this.here = thread.acquisitions;
        this.bySite = bySite;
        this.touched = touched;
        this.base = base;
    }

    boolean isMixed() {
        return bySite != null;
    }

    Pass[] bySite() {
        return bySite;
    }

    /** The pass of the site that accessed an element. */
    Pass of(int index) {
        return bySite == null ? this : bySite[siteNumber(index)];
    }

    int siteNumber(int index) {
        return touched.siteNumber(index - base);
    }

    private static final class Race {
        final int index;
        final long earlier;
        final int earlierSite;
        final Race next;

        Race(int index, long earlier, int earlierSite, Race next) {
            this.index = index;
            this.earlier = earlier;
            this.earlierSite = earlierSite;
            this.next = next;
        }
    }

    private static final class Split {
        final int number;
        final int site;
        final int own;
        final Split next;

        Split(int number, int site, int own, Split next) {
            this.number = number;
            this.site = site;
            this.own = own;
            this.next = next;
        }
    }

    /** What elements with a number have got when the pass read them, or -1. */
    int read(int number) {
        return read == null || number >= read.length ? NONE : read[number] - 1;
    }

    void noteRead(int number, int other) {
        if (read == null || number >= read.length) {
            int[] more = new int[number * 2 + 4];
            for (int i = 0; read != null && i < read.length; i++) {
                more[i] = read[i];
            }
            read = more;
        }
        read[number] = other + 1;
    }

    /** What elements with a number, which another site had read, have got; or -1. */
    int split(int number, int site) {
        for (Split s = splits; s != null; s = s.next) {
            if (s.number == number && s.site == site) {
                return s.own;
            }
        }
        return NONE;
    }

    void noteSplit(int number, int site, int own) {
        splits = new Split(number, site, own, splits);
    }

    /** Elements whose numbers lie side by side race with an earlier access. */
    void found(Palette palette, int from, int to, boolean earlierIsWrite, long earlier, int earlierSite) {
        for (int position = from; position < to; position++) {
            int index = palette.index(position);
            Pass of = of(index);
            of.races = new Race(index, earlier, palette.site(earlierSite, index, earlierIsWrite), of.races);
        }
    }

    /** Tells of the races that were found. */
    void tell(ArrayShadow shadow) {
        for (Race race = races; race != null; race = race.next) {
            long stamp = isLate ? 0 : shadow.frozen;
            boolean excused = !isWrite
                    && Frozen.excuses(thread, site, shadow, race.index, race.earlier, race.earlierSite, stamp);
            thread.rules[excused ? Rule.FROZEN : Rule.RACE]++;
            if (!excused) {
                Races.report(thread, here, shadow, race.index, race.earlier, race.earlierSite);
            }
        }
        races = null;
    }
}
