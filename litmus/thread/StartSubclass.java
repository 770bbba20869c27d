// Rule: Thread.start -> first action of the started thread; also for a subclass that overrides run
// and start.
//! clean
public class StartSubclass extends Thread {
    int value;

    @Override
    public synchronized void start() {
        value = 1;
        super.start();
    }

    @Override
    public void run() {
        value++;
    }

    public static void main(String[] args) throws Exception {
        StartSubclass thread = new StartSubclass();
        thread.start();
        thread.join();
        thread.value++;
    }
}
