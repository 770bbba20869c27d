// Rule: Phaser: arrive -> await return; an arrival that waits for nobody learns of nobody.
import java.util.concurrent.Phaser;

public class PhaserArriveOnly {
    static int value;

    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(3);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    phaser.arrive();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    phaser.arrive();
                    value = 2; //! race value write
                });
    }
}
