package redflag.runtime;

import redflag.runtime.jdk.ForceInline;

/** A set of elements, each with the site that accessed it first. */
final class Touched {
    /** How many numbers there are for sites, at first and at most; powers of two. */
    private static final int NUMBERS = 16;

    private static final int MOST_NUMBERS = 128;
    /** A walk with a stride that is a power of two up to this is added word by word. */
    private static final int MOST_STRIDE = 8;
    /** By such a stride, the bits of its elements, the first one included. */
    private static final long[] EVERY = {0, -1, 0x5555555555555555L, 0, 0x1111111111111111L, 0, 0, 0, 0x0101010101010101L};

    private static final int[] NO_SITES = new int[NUMBERS];

    static final Touched NOTHING = new Touched(0, NO_SITES);

    private final long[] bits;
    /** From the first word with a bit to behind the last. */
    private int first;

    private int last;
    /** Whether a loop may have the bits. */
    private boolean isLent;
    /** By number, which is the end of the site; 0 where there is none. */
    private int[] sites;

    private int siteCount;
    /** The number of the first site. */
    private int firstSite;
    /** Whether stacks are wanted of some site: then every access is looked at. */
    private boolean wantsStacks;
    /** The sites, or {@link #NO_SITES} if stacks are wanted. */
    private int[] quickSites = NO_SITES;
    /** By number, a bit for each element that another site than the first came first to; null before there is another. */
    private long[][] others;

    Touched(int length) {
        this(length, new int[NUMBERS]);
    }

    private Touched(int length, int[] sites) {
        bits = new long[(length + 63) >> 6];
        this.sites = sites;
        first = bits.length;
    }

    /** One to which only {@link #addChecked} adds: it knows no sites. */
    static Touched withoutSites(int length) {
        return new Touched(length, NO_SITES);
    }

    boolean isEmpty() {
        return first >= last;
    }

    /** A bit for each element. Who keeps them may add to them as {@link #isFirst} says. */
    long[] bits() {
        return bits;
    }

    /** As {@link #bits}, for a loop; or null if a short array of this length has all its elements here. */
    long[] lend(int length) {
        isLent = true;
        return bits.length == 1 && bits[0] == -1L >>> 64 - length ? null : bits;
    }

    /** How many words there are from the first element to the last. */
    int extent() {
        return last - first;
    }

    /** Whether another set has all elements of this one; both are of one array. */
    boolean isWithin(Touched other) {
        boolean isWithin = isEmpty() || other.bits.length == bits.length;
        for (int i = first; isWithin && i < last; i++) {
            isWithin = (bits[i] & ~other.bits[i]) == 0;
        }
        return isWithin;
    }

    /** Whether there are fewer elements than this. */
    boolean isSmaller(int size) {
        int count = 0;
        for (int i = first; i < last && count < size; i++) {
            count += Long.bitCount(bits[i]);
        }
        return count < size;
    }

    /**
     * Whether an element is there now: it was, or it could be added beside others by a site that has come before. What was read, in
     * which case {@code reads} is the footprint and not null, cannot be added quickly if its array was stamped since.
     */
    @ForceInline
    boolean addQuickly(int at, int site, Footprint reads) {
        return at >>> 6 < bits.length && addToWord(at >>> 6, 1L << at, site, reads);
    }

    /** As above, for several: a bit each, from element {@code lowest} on. False if they are not in one word. */
    @ForceInline
    boolean addQuickly(int lowest, long elements, int site, Footprint reads) {
        long mask = elements << lowest;
        return lowest >>> 6 < bits.length && mask >>> lowest == elements && addToWord(lowest >>> 6, mask, site, reads);
    }

    @ForceInline
    private boolean addToWord(int word, long mask, int site, Footprint reads) {
        long neighbours = bits[word];
        if ((neighbours & mask) == mask) {
            return true;
        }
        if (neighbours == 0 || quickSites[site & quickSites.length - 1] != site
                || reads != null && reads.isStampedAnew()) {
            return false;
        }
        if (others != null) {
            long[] own = others[site & others.length - 1];
            if (own != null) {
                own[word] |= mask & ~neighbours;
            }
        }
        // Behind what says whose they are: another thread may make a copy.
        bits[word] = neighbours | mask;
        return true;
    }

    /** As above, for a walk by a site that has come before. */
    boolean addQuickly(int at, int count, int step, int site, Footprint reads) {
        int end = at + (count - 1) * step;
        boolean fits = (at | end) >= 0 && at >> 6 < bits.length && end >> 6 < bits.length;
        return fits && (reads == null || !reads.isStampedAnew()) && quickSites[site & quickSites.length - 1] == site && add(at, count, step, site);
    }

    /** Adds an element that is known to have been checked. */
    void addChecked(int at) {
        bits[at >> 6] |= 1L << at;
        first = Math.min(first, at >> 6);
        last = Math.max(last, (at >> 6) + 1);
    }

    /** Adds elements, of which some may be there; false if there is no number for the site. */
    boolean add(int from, int count, int step, int site) {
        if (sites[number(site)] != site && !addSite(site)) {
            return false;
        }
        int number = number(site);
        long[] other = others == null ? null : others[number];
        int low = Math.min(from, from + (count - 1) * step);
        int high = Math.max(from, from + (count - 1) * step);
        int width = Math.abs(step);
        if (width <= MOST_STRIDE && (width & width - 1) == 0) {
            addEvery(pattern(width, low), low, high, other);
        } else if (width >= Long.SIZE) {
            for (int at = low; at <= high; at += width) {
                add(at >> 6, 1L << at, other);
            }
        } else {
            for (int word = low >> 6; word <= high >> 6; word++) {
                add(word, some(word, low, high, width), other);
            }
        }
        first = Math.min(first, low >> 6);
        last = Math.max(last, (high >> 6) + 1);
        return true;
    }

    private void addEvery(long pattern, int low, int high, long[] other) {
        int lowWord = low >> 6;
        int highWord = high >> 6;
        long lowest = pattern & -1L << low;
        long highest = -1L >>> 63 - high;
        if (lowWord == highWord) {
            add(lowWord, lowest & highest, other);
            return;
        }
        add(lowWord, lowest, other);
        for (int word = lowWord + 1; word < highWord; word++) {
            add(word, pattern, other);
        }
        add(highWord, pattern & highest, other);
    }

    /** The bits that lie {@code step} apart, that of {@code at} among them; a power of two. */
    private static long pattern(int step, int at) {
        return EVERY[step] << (at & step - 1);
    }

    private void add(int word, long mask, long[] other) {
        long old = bits[word];
        bits[word] = old | mask;
        if (other != null) {
            other[word] |= mask & ~old;
        }
    }

    /** The bits of a word that are of the elements from {@code low} to {@code high}, both included, that lie {@code step} apart. */
    static long some(int word, int low, int high, int step) {
        int base = word << 6;
        int from = Math.max(low, base) - base;
        int to = Math.min(high, base + 63) - base;
        long range = -1L << from & -1L >>> 63 - to;
        if (step <= MOST_STRIDE && (step & step - 1) == 0) {
            return range & pattern(step, low);
        }
        long some = 0;
        for (int at = from + Math.floorMod(low - base - from, step); at <= to; at += step) {
            some |= 1L << at;
        }
        return some;
    }

    private int number(int site) {
        return site & sites.length - 1;
    }

    /** Enters a site; false if the number is another one's and there cannot be more numbers. */
    private boolean addSite(int site) {
        while (sites[number(site)] != 0) {
            if (sites.length == MOST_NUMBERS) {
                return false;
            }
            addNumbers();
        }
        int number = number(site);
        if (siteCount == 0) {
            firstSite = number;
        } else {
            if (others == null) {
                others = new long[sites.length][];
            }
            if (others[number] == null) {
                others[number] = new long[bits.length];
            }
        }
        sites[number] = site;
        siteCount++;
        wantsStacks |= EarlierStacks.wants(site);
        quickSites = wantsStacks ? NO_SITES : sites;
        return true;
    }

    /** Tells sites apart by one bit more. */
    private void addNumbers() {
        int[] old = sites;
        int[] more = new int[2 * old.length];
        long[][] moreOthers = others == null ? null : new long[more.length][];
        int first = 0;
        for (int number = 0; number < old.length; number++) {
            int now = old[number] == 0 ? number : old[number] & more.length - 1;
            more[now] = old[number];
            if (moreOthers != null) {
                moreOthers[now] = others[number];
            }
            if (number == firstSite) {
                first = now;
            }
        }
        sites = more;
        others = moreOthers;
        firstSite = first;
    }

    /** Whether elements are this site's unless another's bits say otherwise: whoever keeps the bits may add them, beside others. */
    boolean isFirst(int site) {
        return siteCount > 0 && sites[firstSite] == site && !wantsStacks;
    }

    void clear() {
        if (isEmpty()) {
            // Nothing is stored: threads share the set that is always empty.
            return;
        }
        for (int i = first; i < last; i++) {
            bits[i] = 0;
        }
        if (siteCount == 1 && (others == null || others[firstSite] == null)) {
            sites[firstSite] = 0;
        } else if (siteCount > 0) {
            clearSites();
        }
        first = bits.length;
        last = 0;
        siteCount = 0;
        wantsStacks = false;
        quickSites = NO_SITES;
    }

    private void clearSites() {
        for (int number = 0; number < sites.length; number++) {
            long[] other = sites[number] == 0 || others == null ? null : others[number];
            for (int i = first; other != null && i < last; i++) {
                other[i] = 0;
            }
            sites[number] = 0;
        }
    }

    /** An empty set for an array of this length, which may need no sites: this one, if it can be. */
    Touched cleared(int length, boolean withoutSites) {
        boolean fits = bits.length == (length + 63) >> 6 && !isLent && (withoutSites || sites != NO_SITES);
        if (fits) {
            clear();
        }
        return fits ? this : NOTHING;
    }

    /** A copy by another thread than the one that adds to it; of use if that has entered no site and cleared nothing meanwhile. */
    Touched copy() {
        Touched copy = new Touched(bits.length << 6, copyOf(sites));
        copyInto(copy.bits, bits);
        Spin.UNSAFE.loadFence();
        long[][] all = others;
        if (all != null) {
            copy.others = new long[all.length][];
            for (int number = 0; number < all.length; number++) {
                if (all[number] != null) {
                    copy.others[number] = new long[bits.length];
                    copyInto(copy.others[number], all[number]);
                }
            }
        }
        copy.first = first;
        copy.last = last;
        copy.siteCount = siteCount;
        copy.firstSite = firstSite;
        return copy;
    }

    private static int[] copyOf(int[] some) {
        int[] copy = new int[some.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = some[i];
        }
        return copy;
    }

    private static void copyInto(long[] copy, long[] some) {
        for (int i = 0; i < copy.length; i++) {
            copy[i] = some[i];
        }
    }

    boolean hasOneSite() {
        return siteCount <= 1;
    }

    int firstSite() {
        return sites[firstSite];
    }

    /** The origins of the elements, if these have several sites; the first is element {@code base} of the array. */
    Origins origins(int base, ThreadState thread) {
        int from = first;
        long[][] all = others;
        Origins found = new Origins(sites[firstSite], thread.acquisitions, base + (from << 6));
        for (int number = 0; all != null && number < sites.length; number++) {
            if (sites[number] != 0 && number != firstSite && all[number] != null) {
                found.add(sites[number], all[number], from, last);
            }
        }
        return found;
    }

    /** The words from the first element on. */
    int first() {
        return first;
    }

    /** Behind the word of the last element. */
    int last() {
        return last;
    }

    long word(int at) {
        return bits[at];
    }

    /** Whether all elements of an array of this length are here. */
    boolean isAll(int length) {
        if (first > 0 || last << 6 < length) {
            return false;
        }
        for (int i = 0; i < length >> 6; i++) {
            if (bits[i] != -1) {
                return false;
            }
        }
        long rest = (1L << length) - 1;
        return rest == 0 || bits[length >> 6] == rest;
    }

    /** The first element at or behind {@code from}, or -1. */
    int next(int from) {
        int word = from >> 6;
        if (word >= last) {
            return -1;
        }
        long rest = bits[word] & -1L << from;
        while (rest == 0) {
            if (++word >= last) {
                return -1;
            }
            rest = bits[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(rest);
    }

    /** The end of those that lie side by side from {@code from} on. */
    int end(int from) {
        int word = from >> 6;
        long missing = ~bits[word] & -1L << from;
        while (missing == 0 && ++word < last) {
            missing = ~bits[word];
        }
        return word >= last ? last << 6 : (word << 6) + Long.numberOfTrailingZeros(missing);
    }
}
