// Rule: Phaser: every form of arrival happens before the advance, and every way to learn of the advance acquires by itself.
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;

//! clean
public class EveryPhaser {
    interface Op {
        void on(Phaser it) throws Exception;
    }

    static final Edges EDGES = new Edges();

    static void edge(int parties, Op release, Op acquire) {
        Phaser it = new Phaser(parties);
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        Op arrive = it -> it.arrive();
        // The first thread advances, the second learns of it.
        edge(1, arrive, it -> Order.require(it.getPhase() == 1));
        edge(1, arrive, it -> Order.require(it.register() == 1));
        edge(1, arrive, it -> Order.require(it.bulkRegister(2) == 1));
        edge(1, arrive, it -> Order.require(it.awaitAdvance(0) == 1));
        edge(1, arrive, it -> Order.require(it.awaitAdvanceInterruptibly(0) == 1));
        edge(1, arrive, it -> Order.require(it.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS) == 1));
        edge(1, it -> it.arriveAndAwaitAdvance(), it -> Order.require(it.getPhase() == 1));
        edge(1, it -> it.arriveAndDeregister(), it -> Order.require(it.getPhase() < 0));
        edge(1, it -> it.arriveAndDeregister(), it -> Order.require(it.isTerminated()));
        // The second arrives in a phase that comes after the first one's.
        edge(2, it -> Order.require(it.arrive() + it.arrive() == 0), it -> Order.require(it.arrive() == 1));
        // The second arrives last, and so advances.
        edge(2, arrive, arrive);
        edge(2, arrive, it -> it.arriveAndAwaitAdvance());
        edge(2, arrive, it -> it.arriveAndDeregister());
        edge(2, it -> it.arriveAndDeregister(), arrive);
        EDGES.run();
    }
}
