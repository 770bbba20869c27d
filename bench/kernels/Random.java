/** Pseudo-random numbers that are the same everywhere: a 64-bit congruential generator. For one thread. */
final class Random {
    private long state;

    Random(long seed) {
        state = seed * 0x9E37_79B9_7F4A_7C15L + 1;
        next();
    }

    /** The upper, better bits. */
    int next() {
        state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        return (int) (state >>> 32);
    }

    int next(int bound) {
        return (int) ((next() & 0xFFFF_FFFFL) * bound >>> 32);
    }

    /** From 0 to less than 1. */
    double nextDouble() {
        return (next() >>> 1) * 0x1p-31;
    }
}
