package redflag.runtime;

/** The detector's rules, numbered, so that their firings can be counted. */
final class Rule {
    /** A read after reads and writes that the thread knows of. */
    static final int READ_EXCLUSIVE = 0;
    /** A read concurrent with another one, the first of its location. */
    static final int READ_SHARE = 1;
    /** A further read of such a location. */
    static final int READ_SHARED = 2;
    static final int WRITE_EXCLUSIVE = 3;
    /** A write after concurrent reads. */
    static final int WRITE_SHARED = 4;
    static final int RACE = 5;
    /** A read through a final field of what was written before its constructor ended. */
    static final int FROZEN = 6;

    /** A check in the program's code, whatever came of it. */
    static final int CHECK = 7;

    /** A write to a settled field that other threads may have read without leaving a trace. */
    static final int UNFORESEEN = 8;

    /** A footprint that was checked before the thread synchronized. */
    static final int FOOTPRINT = 9;

    /** A shadow location that was made: see {@link Locations}. */
    static final int LOCATION = 10;

    static final int COUNT = 11;

    private Rule() {}
}
