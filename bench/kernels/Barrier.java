/** Where a number of threads wait for each other, again and again: a monitor with wait and notify. */
final class Barrier {
    private final int parties;
    private int waiting;
    private int phase;

    Barrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() throws InterruptedException {
        int arrived = phase;
        waiting++;
        if (waiting == parties) {
            waiting = 0;
            phase++;
            notifyAll();
        }
        while (phase == arrived) {
            wait();
        }
    }
}
