// Rule: CompletableFuture: its failure happens before what handles it in whatever thread the executor chooses, though handing
// that over gives no edge.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

//! clean
//! jdk 12
public class EveryFailureHandedOver {
    interface Dependant {
        void of(CompletableFuture<Integer> source, Executor executor);
    }

    static final Edges EDGES = new Edges();
    static int slots;

    /** The executor hands its task to the other thread by an opaque variable. */
    static void edge(Dependant dependant) {
        int slot = slots++;
        Exception failure = new IllegalStateException();
        CompletableFuture<Integer> source = new CompletableFuture<>();
        dependant.of(source, task -> Publication.publish(slot, task));
        EDGES.add(
                () -> source.completeExceptionally(failure),
                () -> ((Runnable) Publication.published(slot)).run());
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        edge((source, executor) -> source.exceptionallyAsync(thrown -> 1, executor));
        edge((source, executor) ->
                source.exceptionallyComposeAsync(thrown -> CompletableFuture.completedFuture(1), executor));
        EDGES.run();
    }
}
