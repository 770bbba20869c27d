/** A large array, written and read at both ends and by two threads. */
public final class Large {
    public static void main(String[] args) throws Exception {
        byte[] large = new byte[Integer.parseInt(args[0])];
        large[0] = 1;
        large[large.length - 1] = 2;
        Thread other = new Thread(() -> large[large.length / 2] = 3);
        other.start();
        other.join();
        System.out.println(large[0] + large[large.length - 1] + large[large.length / 2]);
    }
}
