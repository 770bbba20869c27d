//! Fields of parameters: two threads may pass the same object.
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class PathFormals {
    static class Cell {
        int value;
        int size;
        int mark;
    }

    static class Other {
        int mark;
    }

    // Reported: run twice with the same cell, the write races with itself.
    public void set(Cell cell) {
        cell.value = 1; //~ true-positive unprotected-write value
    }

    // Reported: the same field of a parameter of the same type.
    public int get(Cell cell) {
        return cell.value; //~ true-positive read-write-race value
    }

    // Reported: another name says nothing, parameters of one type may be one object.
    public int peek(Cell source) {
        return source.value; //~ true-positive read-write-race value
    }

    // Clean: nobody writes the size.
    public int size(Cell cell) {
        return cell.size;
    }

    // Reported: two cells may be one, but the write races with itself already.
    public void copy(Cell from, Cell to) {
        int mark = from.size;
        to.mark = mark; //~ true-positive unprotected-write mark
    }

    // Clean: a field of the same name in another class is another location, and is only read.
    public int mark(Other other) {
        return other.mark;
    }

    // Reported: a static method is no different.
    public static void clear(Cell cell) {
        cell.value = 0; //~ true-positive unprotected-write value
    }
}
