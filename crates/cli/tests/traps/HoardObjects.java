/** Fills the given number of megabytes with small objects, and reads them all. */
public final class HoardObjects {
    private static final int BYTES_A_NODE = 56;

    private static final class Node {
        int a, b, c, d, e, f, g, h, i, j;
        Node next;

        int sum() {
            return a + b + c + d + e + f + g + h + i + j;
        }
    }

    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]) * 1024 * 1024 / BYTES_A_NODE;
        Node head = null;
        for (int k = 0; k < count; k++) {
            Node node = new Node();
            node.a = k;
            node.j = 2;
            node.next = head;
            head = node;
        }
        long sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.sum();
        }
        System.out.println(sum);
    }
}
