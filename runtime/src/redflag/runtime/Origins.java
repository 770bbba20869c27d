package redflag.runtime;

/** Where the elements of one pass were accessed, if they have several sites: for each element, by which site first. */
final class Origins {
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
    private int site(int index) {
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

    /** Whether it says the same of all elements. */
    boolean isLike(Origins other) {
        if (first != other.first || acquisitions != other.acquisitions || base != other.base
                || others == null || other.others == null || others.length != other.others.length) {
            return false;
        }
        for (int i = 0; i < others.length; i++) {
            if (others[i] != other.others[i] || bits[i].length != other.bits[i].length) {
                return false;
            }
            for (int word = 0; word < bits[i].length; word++) {
                if (bits[i][word] != other.bits[i][word]) {
                    return false;
                }
            }
        }
        return true;
    }
}
