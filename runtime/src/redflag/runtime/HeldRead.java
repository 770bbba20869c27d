package redflag.runtime;

/** A read whose check waits for the outcome of an optimistic section: where, when, and what it saw. */
final class HeldRead {
    /** In place of a read epoch and its site: the location is a settled field, whose reads are not noted. */
    static final long UNNOTED = 0;

    final Object base;
    final long writeEpoch;
    final long readEpoch;
    final Object siteBase;
    final long writeSite;
    final long readSite;
    final Object owner;
    final int location;
    /** The thread's epoch at the read, and the site with the acquisitions above it. */
    final long epoch;
    final int here;
    /** The location's last write at that time. */
    long written;
    /** Whether that write races with the read, and its site. */
    boolean race;
    int writtenAt;
    /** Its number in a trace. */
    final int tentative;

    HeldRead(
            Object base, long writeEpoch, long readEpoch,
            Object siteBase, long writeSite, long readSite,
            ThreadState thread, int site, Object owner, int location) {
        this.base = base;
        this.writeEpoch = writeEpoch;
        this.readEpoch = readEpoch;
        this.siteBase = siteBase;
        this.writeSite = writeSite;
        this.readSite = readSite;
        this.owner = owner;
        this.location = location;
        this.epoch = thread.epoch;
        this.here = site | thread.acquisitions;
        this.tentative = thread.tentative;
    }
}
