// Rule: String keeps its hash in a plain field, which is benign and not reported: each thread that finds none computes the same.
//! clean
public class StringHash {
    public static void main(String[] args) throws Exception {
        String name = "not yet hashed".concat(Integer.toString(args.length));
        int[] hashes = new int[2];
        Order.run(
                () -> {
                    hashes[0] = name.hashCode();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    hashes[1] = name.hashCode();
                });
        Order.require(hashes[0] == hashes[1]);
    }
}
