package redflag.runtime;

/** The shadow of one field, kept beside an object whose class carries no shadow fields. */
final class Cell {
    static final long WRITE_EPOCH = Spin.UNSAFE.objectFieldOffset(Cell.class, "writeEpoch");
    static final long READ_EPOCH = Spin.UNSAFE.objectFieldOffset(Cell.class, "readEpoch");
    static final long WRITE_SITE = Spin.UNSAFE.objectFieldOffset(Cell.class, "writeSite");
    static final long READ_SITE = Spin.UNSAFE.objectFieldOffset(Cell.class, "readSite");

    final int location;
    final Cell next;
    long writeEpoch;
    long readEpoch;
    int writeSite;
    int readSite;

    Cell(int location, Cell next) {
        this.location = location;
        this.next = next;
    }
}
