/**
 * Allocation and field accesses over linked structures. Each worker builds, rotates, searches and
 * empties a treap of its own, and looks keys up in one that all only read. Size: keys.
 */
public final class Objects {
    private static final int KEY_RANGE = 1 << 20;

    private static final class Node {
        final int key;
        final int priority;
        long visits;
        Node left;
        Node right;

        Node(int key, int priority) {
            this.key = key;
            this.priority = priority;
        }
    }

    private static final class Treap {
        private final Random priorities;
        private Node root;
        private int size;

        Treap(int seed) {
            priorities = new Random(seed);
        }

        void add(int key) {
            root = add(root, key);
        }

        private Node add(Node node, int key) {
            if (node == null) {
                size++;
                return new Node(key, priorities.next(1 << 24));
            }
            if (key < node.key) {
                node.left = add(node.left, key);
                return node.left.priority > node.priority ? rotateRight(node) : node;
            }
            if (key > node.key) {
                node.right = add(node.right, key);
                return node.right.priority > node.priority ? rotateLeft(node) : node;
            }
            node.visits++;
            return node;
        }

        private static Node rotateRight(Node node) {
            Node left = node.left;
            node.left = left.right;
            left.right = node;
            return left;
        }

        private static Node rotateLeft(Node node) {
            Node right = node.right;
            node.right = right.left;
            right.left = node;
            return right;
        }

        /** The smallest key that is not below {@code key}, or -1. Writes nothing. */
        int ceiling(int key) {
            int best = -1;
            for (Node node = root; node != null; ) {
                if (node.key < key) {
                    node = node.right;
                } else {
                    best = node.key;
                    node = node.left;
                }
            }
            return best;
        }

        /** Counts a visit of each node on the way to {@code key}. */
        void visit(int key) {
            Node node = root;
            while (node != null && node.key != key) {
                node.visits++;
                node = key < node.key ? node.left : node.right;
            }
        }

        /** Takes the tree apart from its smallest key on and digests what it held. */
        long drain() {
            long digest = size;
            while (root != null) {
                while (root.left != null) {
                    root = rotateRight(root);
                }
                digest = digest * 31 + root.key + root.visits;
                root = root.right;
                size--;
            }
            return digest;
        }
    }

    private static long work(Treap shared, int worker, int size) {
        Random keys = new Random(worker + 1);
        Treap own = new Treap(worker + 100);
        for (int i = 0; i < size; i++) {
            own.add(keys.next(KEY_RANGE));
        }
        long found = 0;
        for (int i = 0; i < 2 * size; i++) {
            int key = keys.next(KEY_RANGE);
            found += shared.ceiling(key);
            own.visit(key);
        }
        return found + own.drain();
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 20_000);
        Treap shared = new Treap(7);
        Random keys = new Random(9);
        for (int i = 0; i < kernel.size; i++) {
            shared.add(keys.next(KEY_RANGE));
        }
        kernel.measure(() -> kernel.workers.inParallel(worker -> work(shared, worker, kernel.size)));
    }
}
