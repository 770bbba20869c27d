package redflag.runtime;

import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * FastTrack (Flanagan and Freund, PLDI 2009): the rules for one access, out of line.
 *
 * <p>A location has a write epoch and a read epoch with a site each, and a read vector while its reads
 * are concurrent. Where this differs from the paper:
 * <ul>
 *   <li>All four words change under the location's spin bit, the sign of the write epoch. Check-then-set
 *       without it misses accesses that happen at the same moment. Inline code compares its own epoch with
 *       a word that may carry flags; it then comes here.
 *   <li>A write after all that was before it, and a read in the epoch of the thread's own write, set the read epoch
 *       too, so that the inline compare of the next read hits; whatever races with that read races with the write.
 *   <li>After a race the location goes on as if the access had been ordered.
 * </ul>
 */
final class Detector {
    private static final Unsafe UNSAFE = Spin.UNSAFE;

    private Detector() {}

    static void readField(Object owner, Location location, ThreadState thread, int site) {
        Object base = location.base(owner);
        if (location.isUnknown()) {
            return;
        }
        if (Trace.ON) {
            Trace.readsField(base, location, thread, site);
        }
        if (location.kind == Location.Kind.BESIDE) {
            readCell(base, location, thread, site);
        } else if (location.kind == Location.Kind.SETTLED) {
            readSettled(base, location, thread, site);
        } else if (!readAlone(
                        base, location.writeEpoch, location.readEpoch, base, location.readSite, thread, site)
                && !location.isNoted(base, thread)) {
            read(base, location.writeEpoch, location.readEpoch, base, location.writeSite, location.readSite,
                    thread, site, base, location.key);
        }
    }

    static void writeField(Object owner, Location location, ThreadState thread, int site) {
        Object base = location.base(owner);
        if (location.isUnknown()) {
            return;
        }
        if (Trace.ON) {
            Trace.writesField(base, location, thread, site);
        }
        if (location.kind == Location.Kind.BESIDE) {
            writeCell(base, location, thread, site);
        } else if (location.kind == Location.Kind.SETTLED) {
            unsettle(base, location, thread);
            writeCell(base, location, thread, site);
        } else if (!writeAlone(
                base, location.writeEpoch, location.readEpoch,
                base, location.writeSite, location.readSite, thread, site)) {
            write(base, location.writeEpoch, location.readEpoch, base, location.writeSite, location.readSite,
                    thread, site, base, location.key);
        }
    }

    private static void readCell(Object base, Location location, ThreadState thread, int site) {
        Cell cell = Header.of(base).cell(location.key);
        read(cell, Cell.WRITE_EPOCH, Cell.READ_EPOCH, cell, Cell.WRITE_SITE, Cell.READ_SITE,
                thread, site, base, location.key);
    }

    private static void writeCell(Object base, Location location, ThreadState thread, int site) {
        Cell cell = Header.of(base).cell(location.key);
        write(cell, Cell.WRITE_EPOCH, Cell.READ_EPOCH, cell, Cell.WRITE_SITE, Cell.READ_SITE,
                thread, site, base, location.key);
    }

    /**
     * A settled field's shadow is what its constructor wrote, and reads leave it as it is: no write will ask for them. Only
     * those are noted that race or that a final field excuses, so that each thread looks at them once in an epoch.
     * A field that was written all the same has its shadow in a cell from then on; its word is marked as shared.
     */
    @ReservedStackAccess
    private static void readSettled(Object base, Location location, ThreadState thread, int site) {
        long word = UNSAFE.getLongVolatile(base, location.writeEpoch);
        if ((word & Epoch.SHARED) != 0) {
            readCell(base, location, thread, site);
            return;
        }
        long written = word & ~Epoch.FLAGS;
        if (thread.covers(written) || isNoted(base, location.key, thread)) {
            return;
        }
        try {
            if (thread.optimistic != null) {
                hold(new HeldRead(
                        base, location.writeEpoch, HeldRead.UNNOTED, base, location.writeSite, HeldRead.UNNOTED,
                        thread, site, base, location.key), thread, site);
                return;
            }
            note(base, location.key, thread.epoch, site | thread.acquisitions);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
        judge(thread, site, base, location.key, written, UNSAFE.getInt(base, location.writeSite));
    }

    /** A write to a settled field that is none of its constructor's: the object's shadow of it moves to a cell. */
    @ReservedStackAccess
    private static void unsettle(Object base, Location location, ThreadState thread) {
        Cell cell = Header.of(base).cell(location.key);
        long word = lock(base, location.writeEpoch);
        if ((word & Epoch.SHARED) == 0) {
            if (Locations.COUNTED && word != 0) {
                Locations.made(1, thread);
            }
            cell.writeEpoch = word;
            cell.writeSite = UNSAFE.getInt(base, location.writeSite);
            // Who reads what the thread has not released since races with that already.
            if (word != thread.epoch) {
                thread.rules[Rule.UNFORESEEN]++;
            }
        }
        UNSAFE.putLongRelease(base, location.writeEpoch, word | Epoch.SHARED);
    }

    static void readContainer(Object container, Containers.Cell cell, ThreadState thread, int site) {
        if (Trace.ON) {
            Trace.readsContainer(container, thread, site);
        }
        read(cell, Containers.Cell.WRITE_EPOCH, Containers.Cell.READ_EPOCH,
                cell, Containers.Cell.WRITE_SITE, Containers.Cell.READ_SITE,
                thread, site, container, Containers.LOCATION);
    }

    static void writeContainer(Object container, Containers.Cell cell, ThreadState thread, int site) {
        if (Trace.ON) {
            Trace.writesContainer(container, thread, site);
        }
        write(cell, Containers.Cell.WRITE_EPOCH, Containers.Cell.READ_EPOCH,
                cell, Containers.Cell.WRITE_SITE, Containers.Cell.READ_SITE,
                thread, site, container, Containers.LOCATION);
    }

    /** Offsets of array elements: {@code long[]} and {@code int[]} begin where the agent says. */
    private static final long LONGS = Arrays.base(Long.BYTES);
    private static final long INTS = Arrays.base(Integer.BYTES);

    static void readElement(ArrayShadow shadow, int index, ThreadState thread, int site) {
        if (Trace.ON) {
            Trace.readsElement(shadow, index, thread, site);
        }
        long epoch = LONGS + 16L * index;
        long at = INTS + 8L * index;
        if (!readAlone(shadow.epochs, epoch, epoch + 8, shadow.sites, at + 4, thread, site)) {
            read(shadow.epochs, epoch, epoch + 8, shadow.sites, at, at + 4, thread, site, shadow, index);
        }
    }

    static void writeElement(ArrayShadow shadow, int index, ThreadState thread, int site) {
        if (Trace.ON) {
            Trace.writesElement(shadow, index, thread, site);
        }
        long epoch = LONGS + 16L * index;
        long at = INTS + 8L * index;
        if (!writeAlone(shadow.epochs, epoch, epoch + 8, shadow.sites, at, at + 4, thread, site)) {
            write(shadow.epochs, epoch, epoch + 8, shadow.sites, at, at + 4, thread, site, shadow, index);
        }
    }

    /**
     * The rule of nearly all reads that come here: after the last write and the last read of the location. False if
     * another rule may be the right one; then nothing has changed. Small, to be compiled into its callers.
     */
    @ReservedStackAccess
    private static boolean readAlone(
            Object base, long writeEpoch, long readEpoch, Object siteBase, long readSite, ThreadState thread, int site) {
        long written = UNSAFE.getLong(base, writeEpoch);
        if ((written & Epoch.FLAGS) != 0 || !thread.covers(written)
                || thread.optimistic != null || EarlierStacks.wants(site)
                || !UNSAFE.compareAndSetLong(base, writeEpoch, written, written | Epoch.LOCKED)) {
            return false;
        }
        long read = UNSAFE.getLong(base, readEpoch);
        boolean alone = thread.covers(read);
        if (alone) {
            countIfFirst(written | read, base, siteBase, thread);
            UNSAFE.putInt(siteBase, readSite, site | thread.acquisitions);
            UNSAFE.putLong(base, readEpoch, thread.epoch);
            thread.rules[Rule.READ_EXCLUSIVE]++;
        }
        UNSAFE.putLongRelease(base, writeEpoch, written);
        return alone;
    }

    /** As {@link #readAlone}, for writes. */
    @ReservedStackAccess
    private static boolean writeAlone(
            Object base, long writeEpoch, long readEpoch,
            Object siteBase, long writeSite, long readSite, ThreadState thread, int site) {
        long written = UNSAFE.getLong(base, writeEpoch);
        if ((written & Epoch.FLAGS) != 0 || !thread.covers(written) || EarlierStacks.wants(site)
                || !UNSAFE.compareAndSetLong(base, writeEpoch, written, written | Epoch.LOCKED)) {
            return false;
        }
        long read = UNSAFE.getLong(base, readEpoch);
        boolean alone = thread.covers(read);
        if (alone) {
            countIfFirst(written | read, base, siteBase, thread);
            int here = site | thread.acquisitions;
            UNSAFE.putInt(siteBase, writeSite, here);
            UNSAFE.putInt(siteBase, readSite, here);
            UNSAFE.putLong(base, readEpoch, thread.epoch);
            thread.rules[Rule.WRITE_EXCLUSIVE]++;
        }
        UNSAFE.putLongRelease(base, writeEpoch, alone ? thread.epoch : written);
        return alone;
    }

    @DontInline
    @ReservedStackAccess
    private static void read(
            Object base, long writeEpoch, long readEpoch,
            Object siteBase, long writeSite, long readSite,
            ThreadState thread, int site, Object owner, int location) {
        if (thread.optimistic != null) {
            try {
                HeldRead read = new HeldRead(
                        base, writeEpoch, readEpoch, siteBase, writeSite, readSite, thread, site, owner, location);
                hold(read, thread, site);
            } catch (OutOfMemoryError full) {
                Memory.exhausted();
            }
            return;
        }
        long now = thread.epoch;
        long seen = UNSAFE.getLongVolatile(base, writeEpoch);
        if ((seen & Epoch.FLAGS) == Epoch.SHARED) {
            if (isNoted(owner, location, thread)) {
                return;
            }
        }
        if (EarlierStacks.wants(site)) {
            EarlierStacks.keep(thread, site, owner, location);
        }
        int here = site | thread.acquisitions;
        long written = lock(base, writeEpoch);
        long last = written & ~Epoch.FLAGS;
        boolean unordered = last != 0 && !thread.covers(last);
        int writtenAt = unordered ? UNSAFE.getInt(siteBase, writeSite) : 0;
        try {
            long read = UNSAFE.getLong(base, readEpoch);
            countIfFirst(written | read, base, siteBase, thread);
            if ((written & Epoch.SHARED) != 0) {
                thread.rules[Rule.READ_SHARED]++;
                note(owner, location, now, here);
                SharedReads.note(UNSAFE.getInt(siteBase, readSite), thread);
                // Not looked at while reads are shared, but for the inline compare of the next read.
                UNSAFE.putLong(base, readEpoch, now);
            } else if (read == 0 || thread.covers(read)) {
                thread.rules[Rule.READ_EXCLUSIVE]++;
                UNSAFE.putInt(siteBase, readSite, here);
                UNSAFE.putLong(base, readEpoch, now);
            } else {
                thread.rules[Rule.READ_SHARE]++;
                note(owner, location, read, UNSAFE.getInt(siteBase, readSite));
                note(owner, location, now, here);
                if (!(owner instanceof ArrayShadow)) {
                    UNSAFE.putInt(siteBase, readSite, SharedReads.number(thread));
                }
                SharedReads.note(UNSAFE.getInt(siteBase, readSite), thread);
                written |= Epoch.SHARED;
            }
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        } finally {
            UNSAFE.putLongRelease(base, writeEpoch, written);
        }
        if (unordered) {
            judge(thread, site, owner, location, last, writtenAt);
        }
    }

    /** A read that comes after a write without being ordered after it: a race, unless a final field excuses it. */
    @DontInline
    private static void judge(
            ThreadState thread, int site, Object owner, int location, long written, int writtenAt) {
        boolean race = !Frozen.excuses(thread, site, owner, location, written, writtenAt);
        thread.rules[race ? Rule.RACE : Rule.FROZEN]++;
        if (race) {
            Races.report(thread, site | thread.acquisitions, owner, location, written, writtenAt);
        }
    }

    /** A read in an optimistic section: whether it races with what was written is known now. */
    @DontInline
    private static void hold(HeldRead read, ThreadState thread, int site) {
        long word = lock(read.base, read.writeEpoch);
        long written = word & ~Epoch.FLAGS;
        read.written = written;
        if (written != 0 && !thread.covers(written)) {
            read.writtenAt = UNSAFE.getInt(read.siteBase, read.writeSite);
            read.race = !Frozen.excuses(thread, site, read.owner, read.location, written, read.writtenAt);
        }
        UNSAFE.putLongRelease(read.base, read.writeEpoch, word);
        thread.optimistic.hold(read);
    }

    /**
     * A held read was made under the read lock after all. A write that came since then may be after
     * it, by the lock, or race with it: that is so if the writer does not know of the read even now.
     */
    static void judged(HeldRead read, ThreadState thread) {
        if (Trace.ON) {
            Trace.kept(read.tentative, thread);
        }
        long word = lock(read.base, read.writeEpoch);
        long written = word & ~Epoch.FLAGS;
        if (written == read.written) {
            word = noteRead(read, word, thread);
        } else if (!read.race && !thread.covers(written)) {
            ThreadInfo writer = Slots.owner(written);
            ThreadState state = writer == null ? null : writer.state;
            read.race = state != null && !state.covers(read.epoch);
            read.written = written;
            read.writtenAt = UNSAFE.getInt(read.siteBase, read.writeSite);
        }
        UNSAFE.putLongRelease(read.base, read.writeEpoch, word);
        if (read.race) {
            Races.report(thread, read.here, read.owner, read.location, read.written, read.writtenAt);
        }
    }

    /** Enters a held read, before any later one of the thread; answers the new word. */
    private static long noteRead(HeldRead read, long word, ThreadState thread) {
        if (read.readEpoch == HeldRead.UNNOTED) {
            return word;
        }
        long last = UNSAFE.getLong(read.base, read.readEpoch);
        countIfFirst(word | last, read.base, read.siteBase, thread);
        if ((word & Epoch.SHARED) != 0) {
            note(read.owner, read.location, read.epoch, read.here);
        } else if (last == 0 || thread.covers(last)) {
            UNSAFE.putInt(read.siteBase, read.readSite, read.here);
            UNSAFE.putLong(read.base, read.readEpoch, read.epoch);
        } else {
            note(read.owner, read.location, last, UNSAFE.getInt(read.siteBase, read.readSite));
            note(read.owner, read.location, read.epoch, read.here);
            return word | Epoch.SHARED;
        }
        return word;
    }

    @DontInline
    @ReservedStackAccess
    private static void write(
            Object base, long writeEpoch, long readEpoch,
            Object siteBase, long writeSite, long readSite,
            ThreadState thread, int site, Object owner, int location) {
        if (EarlierStacks.wants(site)) {
            EarlierStacks.keep(thread, site, owner, location);
        }
        int here = site | thread.acquisitions;
        long written = lock(base, writeEpoch);
        long earlier = 0;
        int earlierAt = 0;
        long last = written & ~Epoch.FLAGS;
        long read = UNSAFE.getLong(base, readEpoch);
        countIfFirst(written | read, base, siteBase, thread);
        if (last != 0 && !thread.covers(last)) {
            earlier = last;
            earlierAt = UNSAFE.getInt(siteBase, writeSite);
        }
        if ((written & Epoch.SHARED) != 0) {
            thread.rules[Rule.WRITE_SHARED]++;
            if (owner instanceof ArrayShadow) {
                ReadPlanes reads = ((ArrayShadow) owner).planes();
                int slot = earlier == 0 ? reads.uncovered(location, thread) : -1;
                if (slot >= 0) {
                    earlier = reads.epoch(slot, location);
                    earlierAt = reads.site(slot, location);
                }
                reads.clear(location);
            } else {
                Readers reads = Header.of(owner).readers();
                int entry = earlier == 0 ? reads.uncovered(location, thread) : -1;
                if (entry >= 0) {
                    earlier = reads.epoch(entry);
                    earlierAt = reads.site(entry);
                }
                reads.clear(location);
            }
            UNSAFE.putLong(base, readEpoch, 0);
            UNSAFE.putInt(siteBase, readSite, 0);
        } else {
            thread.rules[Rule.WRITE_EXCLUSIVE]++;
            if (earlier == 0 && read != 0 && !thread.covers(read)) {
                earlier = read;
                earlierAt = UNSAFE.getInt(siteBase, readSite);
            }
        }
        UNSAFE.putInt(siteBase, writeSite, here);
        UNSAFE.putLongRelease(base, writeEpoch, thread.epoch);
        if (earlier != 0) {
            thread.rules[Rule.RACE]++;
            Races.report(thread, here, owner, location, earlier, earlierAt);
        }
    }

    /**
     * Counts a field or container whose state is used for the first time: {@code epochs} is 0 then. Elements, which have their sites in
     * another array than their epochs, are counted with their array.
     */
    private static void countIfFirst(long epochs, Object base, Object siteBase, ThreadState thread) {
        if (Locations.COUNTED && epochs == 0 && base == siteBase) {
            Locations.made(1, thread);
        }
    }

    /** Sets the location's spin bit; answers the word without it. */
    private static long lock(Object base, long writeEpoch) {
        for (int i = 0; ; i++) {
            long word = UNSAFE.getLongVolatile(base, writeEpoch);
            if (word >= 0 && UNSAFE.compareAndSetLong(base, writeEpoch, word, word | Epoch.LOCKED)) {
                return word;
            }
            Spin.pause(i);
        }
    }

    /** Notes one of several concurrent reads. */
    @DontInline
    private static void note(Object owner, int location, long epoch, int site) {
        if (owner instanceof ArrayShadow) {
            ((ArrayShadow) owner).planes().note(location, epoch, site);
        } else {
            Header.of(owner).readers().note(location, epoch, site);
        }
    }

    /** Whether a read in the thread's current epoch is noted among the concurrent ones. */
    private static boolean isNoted(Object owner, int location, ThreadState thread) {
        if (owner instanceof ArrayShadow) {
            return ((ArrayShadow) owner).planes().epoch(thread.slot, location) == thread.epoch;
        }
        Readers reads = Header.of(owner).readers;
        return reads != null && reads.has(location, thread);
    }
}
