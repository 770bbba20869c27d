/** Short threads, each joined before the next starts; two at a time. */
public final class Threads {
    private static int count;
    private static final int[] turns = new int[2];

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        for (int i = 0; i < threads; i += 2) {
            Thread one = new Thread(() -> {
                count++;
                turns[0]++;
            });
            Thread two = new Thread(() -> turns[1]++);
            one.start();
            two.start();
            one.join();
            two.join();
        }
        System.out.println(count + " " + turns[0] + " " + turns[1]);
    }
}
