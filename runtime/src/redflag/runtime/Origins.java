package redflag.runtime;

/** Where the elements of one pass were accessed: for each element, by which site first. */
final class Origins {
    /** A power of two. */
    private static final int RECENT = 1 << 10;

    /**
     * Those of one site that were needed last, by any thread; entries are replaced without a lock. What an array's history had before is
     * mostly what it gets again, and need not be stored.
     */
    private static final Origins[] ONE = new Origins[RECENT];

    /** Of elements that no other site has. */
    private final int first;
    /** Of the thread at the time, above the sites' bits. */
    private final int acquisitions;
    /** The element of the first bit. */
    private final int base;

    /** Null if there are none. */
    private int[] others;
    /** For each of the others, a bit for each of its elements. */
    private long[][] bits;

    Origins(int first, int acquisitions, int base) {
        this.first = first;
        this.acquisitions = acquisitions;
        this.base = base;
    }

    /** One site, of all elements. */
    static Origins one(int site, ThreadState thread) {
        int acquisitions = thread.acquisitions;
        int at = (site ^ acquisitions >>> 20) & RECENT - 1;
        Origins recent = ONE[at];
        if (recent == null || recent.first != site || recent.acquisitions != acquisitions) {
            recent = new Origins(site, acquisitions, 0);
            ONE[at] = recent;
        }
        return recent;
    }

    /** Adds another site, with its bits in some of the words of {@code all}, unless it has none. */
    void add(int site, long[] all, int from, int to) {
        long any = 0;
        for (int i = from; i < to; i++) {
            any |= all[i];
        }
        if (any == 0) {
            return;
        }
        long[] own = new long[to - from];
        for (int i = from; i < to; i++) {
            own[i - from] = all[i];
        }
        int count = others == null ? 0 : others.length;
        int[] moreOthers = new int[count + 1];
        long[][] moreBits = new long[count + 1][];
        for (int i = 0; i < count; i++) {
            moreOthers[i] = others[i];
            moreBits[i] = bits[i];
        }
        moreOthers[count] = site;
        moreBits[count] = own;
        others = moreOthers;
        bits = moreBits;
    }

    /** The site of an element. */
    int site(int index) {
        for (int i = 0; others != null && i < others.length; i++) {
            int at = index - base;
            if ((bits[i][at >> 6] & 1L << at) != 0) {
                return others[i];
            }
        }
        return first;
    }

    /** The site with the acquisitions, as shadows have it. */
    int word(int index) {
        return site(index) | acquisitions;
    }
}
