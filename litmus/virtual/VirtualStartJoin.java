// Rule: virtual threads are threads: start -> first action, last action -> join.
//! clean
//! jdk 21
public class VirtualStartJoin {
    static int value;

    public static void main(String[] args) throws Exception {
        value = 1;
        Thread thread = Virtual.start(() -> value++);
        thread.join();
        value++;
    }
}
