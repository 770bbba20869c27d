// Rule: CompletableFuture: completing it happens before a dependant that runs in whatever thread the executor chooses, though
// handing it to that thread gives no edge.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

//! clean
public class EveryHandedOver {
    interface Dependant {
        void of(CompletableFuture<Integer> source, CompletableFuture<Integer> other, Executor executor);
    }

    interface Task {
        CompletableFuture<?> in(Executor executor);
    }

    static final Edges EDGES = new Edges();
    static int slots;

    /** The executor hands its task to the other thread by an opaque variable. */
    static void edge(Dependant dependant) {
        int slot = slots++;
        CompletableFuture<Integer> source = new CompletableFuture<>();
        dependant.of(source, new CompletableFuture<>(), task -> Publication.publish(slot, task));
        EDGES.add(() -> source.complete(1), () -> ((Runnable) Publication.published(slot)).run());
    }

    /** A task that finds its own future completed. */
    static void late(Task task) {
        int slot = slots++;
        CompletableFuture<?> future = task.in(it -> Publication.publish(slot, it));
        EDGES.add(() -> future.complete(null), () -> ((Runnable) Publication.published(slot)).run());
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        edge((source, other, executor) -> source.thenApplyAsync(x -> x, executor));
        edge((source, other, executor) -> source.thenAcceptAsync(x -> {}, executor));
        edge((source, other, executor) -> source.thenRunAsync(() -> {}, executor));
        edge((source, other, executor) -> source.handleAsync((x, thrown) -> x, executor));
        edge((source, other, executor) -> source.whenCompleteAsync((x, thrown) -> {}, executor));
        edge((source, other, executor) -> source.thenComposeAsync(x -> CompletableFuture.completedFuture(x), executor));
        edge((source, other, executor) -> source.applyToEitherAsync(other, x -> x, executor));
        edge((source, other, executor) -> source.acceptEitherAsync(other, x -> {}, executor));
        edge((source, other, executor) -> source.runAfterEitherAsync(other, () -> {}, executor));
        late(executor -> CompletableFuture.supplyAsync(() -> 1, executor));
        late(executor -> CompletableFuture.runAsync(() -> {}, executor));
        EDGES.run();
    }
}
