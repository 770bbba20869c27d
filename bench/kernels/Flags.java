/**
 * Volatile flags: a pipeline whose stages tell each other by a volatile counter how many blocks are ready, and look at a
 * volatile "cancelled" all the time, which nobody ever sets. Stage after stage works on each block. Size: blocks.
 */
public final class Flags {
    private static final int BLOCK = 64;

    private static final class Stage {
        volatile int ready;
    }

    private final Workers workers;
    private final long[][] blocks;
    private volatile boolean cancelled;

    private Flags(Kernel kernel) {
        workers = kernel.workers;
        blocks = new long[kernel.size][BLOCK];
    }

    /** Waits until the stage before has finished this block. */
    private static void await(Stage before, int block) {
        for (int i = 0; before.ready <= block; i++) {
            if (i % 64 == 63) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** The first stage fills the block, the others change it. */
    private void change(long[] block, int number, int stage) {
        for (int i = 0; i < BLOCK && !cancelled; i++) {
            block[i] = stage == 0 ? number + i : 31 * block[i] + stage;
        }
    }

    private long round() throws InterruptedException {
        Stage[] stages = new Stage[workers.count];
        for (int i = 0; i < stages.length; i++) {
            stages[i] = new Stage();
        }
        workers.inParallel(worker -> {
            for (int block = 0; block < blocks.length; block++) {
                if (worker > 0) {
                    await(stages[worker - 1], block);
                }
                change(blocks[block], block, worker);
                stages[worker].ready = block + 1;
            }
            return 0;
        });
        long digest = 0;
        for (long[] block : blocks) {
            digest = 31 * digest + block[BLOCK - 1];
        }
        return digest;
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 10_000);
        Flags flags = new Flags(kernel);
        kernel.measure(flags::round);
    }
}
