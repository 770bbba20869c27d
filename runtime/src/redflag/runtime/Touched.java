package redflag.runtime;

import redflag.runtime.jdk.ForceInline;

/** A set of elements, each with the site that accessed it first. */
final class Touched {
    /** A power of two. */
    private static final int MOST_SITES = 16;
    /** Of strides that are powers of two, this is the largest that is told apart. */
    private static final int MOST_STRIDE = 8;
    /** A walk of fewer steps says nothing of how elements are accessed. */
    private static final int WALK = 8;

    private static final int SAMPLE = 32;

    static final Touched NOTHING = new Touched(0);

    private final long[] bits;
    /** From the first word with a bit to behind the last. */
    private int first;

    private int last;
    /** The largest stride of walks, up to {@link #MOST_STRIDE}. */
    private int stride = 1;
    /** By number, which is the end of the site; 0 where there is none. */
    private final int[] sites;

    private int siteCount;
    /** The number of the first site. */
    private int firstSite;
    /** Whether stacks are wanted of some site: then every access is looked at. */
    private boolean wantsStacks;
    /** How many elements came after the second site. */
    private int others;
    /** If there are several sites, the number of each element's plus 1, or 0 for the first site's; else null. */
    private byte[] siteOf;
    /** For {@code siteOf} to be used again; all 0 then. */
    private byte[] spare;

    Touched(int length) {
        bits = new long[(length + 63) >> 6];
        sites = new int[length == 0 ? 0 : MOST_SITES];
        first = bits.length;
    }

    boolean isEmpty() {
        return first >= last;
    }

    /** A bit for each element. Who keeps them may add to them as {@link #isFirst} says. */
    long[] bits() {
        return bits;
    }

    /** Whether there are fewer elements than this. */
    boolean isSmaller(int size) {
        int count = 0;
        for (int i = first; i < last && count < size; i++) {
            count += Long.bitCount(bits[i]);
        }
        return count < size;
    }

    /** Whether an element is there now: it was, or it could be added beside others. */
    @ForceInline
    boolean addQuickly(int at, int site) {
        int word = at >>> 6;
        if (word >= bits.length) {
            return false;
        }
        long bit = 1L << at;
        long neighbours = bits[word];
        if ((neighbours & bit) != 0) {
            return true;
        }
        if (neighbours == 0 || sites[site & MOST_SITES - 1] != site || wantsStacks) {
            return false;
        }
        bits[word] = neighbours | bit;
        if (siteOf != null) {
            siteOf[at] = (byte) ((site & MOST_SITES - 1) + 1);
            others++;
        }
        return true;
    }

    /** As above, for a walk to neighbours, or one that stays where it is. */
    boolean addQuickly(int at, int count, int step, int site) {
        if (step == 0) {
            return addQuickly(at, site);
        }
        int end = at + count;
        if (step != 1 || at < 0 || end > bits.length << 6) {
            return false;
        }
        int word = at >> 6;
        long mask = -1L << at;
        for (int lastWord = end - 1 >> 6; word < lastWord; word++) {
            if (!addQuickly(word, mask, site)) {
                return false;
            }
            mask = -1;
        }
        return addQuickly(word, mask & -1L >>> -end, site);
    }

    private boolean addQuickly(int word, long mask, int site) {
        long old = bits[word];
        if ((old & mask) == mask) {
            return true;
        }
        if (old == 0 || siteOf != null || sites[site & MOST_SITES - 1] != site || wantsStacks) {
            return false;
        }
        bits[word] = old | mask;
        return true;
    }

    /** Adds an element that is known to have been checked. */
    void addChecked(int at) {
        bits[at >> 6] |= 1L << at;
        first = Math.min(first, at >> 6);
        last = Math.max(last, (at >> 6) + 1);
    }

    /** Adds elements, of which some may be there; false if there is no number for the site. */
    boolean add(int from, int count, int step, int site) {
        int number = site & MOST_SITES - 1;
        if (sites[number] != site && !addSite(number, site)) {
            return false;
        }
        int low = Math.min(from, from + (count - 1) * step);
        int high = Math.max(from, from + (count - 1) * step);
        int width = Math.abs(step);
        if (count == 1 || width <= MOST_STRIDE && (width & width - 1) == 0) {
            long pattern = count == 1 ? -1 : pattern(width, low);
            int lowWord = low >> 6;
            int highWord = high >> 6;
            for (int word = lowWord; word <= highWord; word++) {
                long range = (word == lowWord ? -1L << low : -1L) & (word == highWord ? -1L >>> 63 - high : -1L);
                add(word, range & pattern, number);
            }
            if (width > stride && count >= WALK) {
                stride = width;
            }
        } else {
            for (int at = low; at <= high; at += width) {
                add(at >> 6, 1L << at, number);
            }
        }
        first = Math.min(first, low >> 6);
        last = Math.max(last, (high >> 6) + 1);
        return true;
    }

    private void add(int word, long mask, int number) {
        long fresh = mask & ~bits[word];
        bits[word] |= fresh;
        if (siteOf != null) {
            others += Long.bitCount(fresh);
            for (long rest = fresh; rest != 0; rest &= rest - 1) {
                siteOf[(word << 6) + Long.numberOfTrailingZeros(rest)] = (byte) (number + 1);
            }
        }
    }

    /** Every so manieth bit, of which {@code at} is one. */
    private static long pattern(int width, int at) {
        long pattern = width == 1 ? -1L : width == 2 ? 0x5555555555555555L : width == 4 ? 0x1111111111111111L : 0x0101010101010101L;
        return pattern << (at & width - 1);
    }

    /** Enters a site; false if the number is another one's. */
    private boolean addSite(int number, int site) {
        if (sites[number] != 0) {
            return false;
        }
        if (siteCount == 0) {
            firstSite = number;
        } else if (siteCount == 1) {
            tellSitesApart();
        }
        sites[number] = site;
        siteCount++;
        wantsStacks |= EarlierStacks.wants(site);
        return true;
    }

    private void tellSitesApart() {
        if (spare == null) {
            spare = new byte[bits.length << 6];
        }
        siteOf = spare;
    }

    /** Whether elements without a number are those of this site: whoever keeps the bits may add them, beside others. */
    boolean isFirst(int site) {
        return siteCount > 0 && sites[firstSite] == site && !wantsStacks;
    }

    void clear() {
        for (int i = first; i < last; i++) {
            bits[i] = 0;
        }
        for (int i = first << 6; siteOf != null && i < last << 6; i++) {
            siteOf[i] = 0;
        }
        for (int i = 0; i < sites.length; i++) {
            sites[i] = 0;
        }
        first = bits.length;
        last = 0;
        siteCount = 0;
        siteOf = null;
        wantsStacks = false;
        others = 0;
        stride = 1;
    }

    /** A pass for each site, by number; but one if there is one. */
    Pass[] passes(boolean isWrite, ThreadState thread) {
        if (siteOf == null) {
            return new Pass[] {new Pass(isWrite, thread, sites[firstSite], true)};
        }
        Pass[] passes = new Pass[sites.length];
        for (int i = 0; i < passes.length; i++) {
            passes[i] = sites[i] == 0 ? null : new Pass(isWrite, thread, sites[i], true);
        }
        return passes;
    }

    /** Whether elements that lie {@code step} apart often have different sites, by a sample. */
    boolean isMixed(int step) {
        if (siteOf == null || others == 0) {
            return false;
        }
        int changes = 0;
        int at = next(0, 1, 0);
        for (int i = 0; i < SAMPLE && at >= 0; i++) {
            int next = next(at + 1, step, at);
            changes += next >= 0 && siteNumber(next) != siteNumber(at) ? 1 : 0;
            at = next;
        }
        return changes * 4 > SAMPLE;
    }

    int stride() {
        return stride;
    }

    /** The first element at or behind {@code from} of those that lie {@code step} apart, {@code part} being one; or -1. */
    int next(int from, int step, int part) {
        long pattern = pattern(step, part);
        int word = from >> 6;
        if (word >= last) {
            return -1;
        }
        long rest = bits[word] & -1L << from & pattern;
        while (rest == 0) {
            if (++word >= last) {
                return -1;
            }
            rest = bits[word] & pattern;
        }
        return (word << 6) + Long.numberOfTrailingZeros(rest);
    }

    /** The end of those that lie {@code step} apart from {@code from} on, and have one site if that matters. */
    int end(int from, int step, boolean oneSite) {
        long pattern = pattern(step, from);
        int word = from >> 6;
        long missing = ~bits[word] & -1L << from & pattern;
        while (missing == 0 && ++word < last) {
            missing = ~bits[word] & pattern;
        }
        int end = word >= last ? last << 6 : (word << 6) + Long.numberOfTrailingZeros(missing);
        if (siteOf == null || !oneSite) {
            return end;
        }
        int to = from + step;
        while (to < end && siteNumber(to) == siteNumber(from)) {
            to += step;
        }
        return Math.min(to, end);
    }

    /** Which of the passes is an element's. */
    int siteNumber(int at) {
        return siteOf == null ? 0 : siteOf[at] == 0 ? firstSite : siteOf[at] - 1;
    }
}
