// Rule: Phaser: arrive -> await return, also in a tree of phasers, whose root advances.
import java.util.concurrent.Phaser;

//! clean
public class PhaserTree {
    static int value;

    public static void main(String[] args) throws Exception {
        Phaser root = new Phaser();
        Phaser left = new Phaser(root, 1);
        Phaser right = new Phaser(root, 1);
        Order.run(
                () -> {
                    value = 1;
                    left.arrive();
                },
                () -> {
                    right.awaitAdvance(right.arrive());
                    value = 2;
                });
    }
}
