// Rule: Phaser: arrive -> onAdvance -> await return.
import java.util.concurrent.Phaser;

//! clean
public class PhaserAwait {
    static int first;
    static int second;
    static int advanced;

    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                first++;
                second++;
                advanced = 1;
                return false;
            }
        };
        Order.run(
                () -> {
                    first = 1;
                    phaser.arriveAndAwaitAdvance();
                    second++;
                    Order.reach(1);
                    Order.await(2);
                    phaser.arrive();
                },
                () -> {
                    second = 1;
                    phaser.arriveAndAwaitAdvance();
                    first++;
                    Order.require(advanced == 1);
                    Order.reach(2);
                });
    }
}
