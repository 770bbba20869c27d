package redflag.runtime;

/** The shadow of one field, kept beside an object whose class carries no shadow fields. */
final class Cell {
    static final long WRITE_EPOCH = Spin.UNSAFE.objectFieldOffset(Cell.class, "writeEpoch");
    static final long READ_EPOCH = Spin.UNSAFE.objectFieldOffset(Cell.class, "readEpoch");
    static final long WRITE_SITE = Spin.UNSAFE.objectFieldOffset(Cell.class, "writeSite");
    static final long READ_SITE = Spin.UNSAFE.objectFieldOffset(Cell.class, "readSite");

    /** Stands in for cells that there was no memory for; nothing is checked any more then. */
    private static final Cell SPARE = new Cell(-1);

    final int location;
    /** Set before others see this. */
    Cell next;
    long writeEpoch;
    long readEpoch;
    int writeSite;
    int readSite;

    private Cell(int location) {
        this.location = location;
    }

    /** A new cell, if there is memory. */
    static Cell fresh(int location) {
        try {
            return new Cell(location);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return SPARE;
        }
    }
}
