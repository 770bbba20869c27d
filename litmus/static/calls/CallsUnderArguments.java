//! Helpers that not everybody may call, and whose callers all hold a lock of an argument: it is held there too, under the argument's name.
public class CallsUnderArguments {
    private Part part = new Part(8);

    static class Part {
        private int size;
        private int hits;
        private int misses;

        Part(int size) {
            this.size = size;
        }

        // Clean: whoever makes the one from the other holds the other's lock.
        Part(Part old, int size) {
            this(size);
            hits = old.hits;
            misses = old.misses;
        }

        // Clean: holds the lock.
        synchronized void hit() {
            hits++;
        }

        // Clean: holds the lock.
        synchronized void miss() {
            misses++;
        }
    }

    static class Node {
        private int weight;
        private int height;

        // Clean: holds the lock.
        synchronized void weigh() {
            weight++;
            height++;
        }
    }

    // Clean: the lock of the one that the constructor reads.
    public void grow() {
        Part old = part();
        synchronized (old) {
            grow(old);
        }
    }

    private synchronized Part part() {
        return part;
    }

    private void grow(Part old) {
        Part larger = new Part(old, old.size * 2);
        synchronized (this) {
            part = larger;
        }
    }

    // Clean: its callers hold the lock of the argument.
    static void lighten(Node node) {
        node.weight--;
    }

    // Reported in lowerOne: of its callers, which are all of this class, that one does not.
    static void lower(Node node) {
        node.height--;
    }

    // Clean: holds the lock.
    public void lightenOne(Node node) {
        synchronized (node) {
            lighten(node);
            lower(node);
        }
    }

    // Reported: goes without the lock.
    public void lowerOne(Node node) {
        lower(node); //~ true-positive unprotected-write height
    }
}
