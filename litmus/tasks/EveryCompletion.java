// Rule: CompletableFuture: a completion that comes second, or finds its future completed, happens after the first.
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

//! clean
public class EveryCompletion {
    interface Setting {
        void of(CompletableFuture<Integer> first, CompletableFuture<Integer> second);
    }

    interface Op {
        void on(CompletableFuture<Integer> it);
    }

    static final Edges EDGES = new Edges();

    /** Two sources: the thread that completes the second runs the dependant. */
    static void both(Setting setting) {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> second = new CompletableFuture<>();
        setting.of(first, second);
        EDGES.add(() -> first.complete(1), () -> second.complete(1));
    }

    static void edge(Op release, Op acquire) {
        CompletableFuture<Integer> it = new CompletableFuture<>();
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    /** A dependant that its source completes. */
    static void dependant(Op release, Function<CompletableFuture<Integer>, CompletableFuture<?>> from) {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<?> dependant = from.apply(source);
        EDGES.add(() -> release.on(source), () -> dependant.isDone());
    }

    public static void main(String[] args) throws Exception {
        Exception failure = new IllegalStateException();
        Op complete = it -> it.complete(1);
        Op fail = it -> it.completeExceptionally(failure);
        both((first, second) -> first.thenCombine(second, (x, y) -> x + y));
        both((first, second) -> first.thenAcceptBoth(second, (x, y) -> {}));
        both((first, second) -> first.runAfterBoth(second, () -> {}));
        both((first, second) -> CompletableFuture.allOf(first, second));
        edge(complete, it -> it.complete(2));
        edge(complete, it -> it.completeExceptionally(failure));
        edge(fail, it -> it.complete(2));
        edge(fail, it -> it.isCompletedExceptionally());
        edge(it -> it.obtrudeValue(1), it -> it.getNow(0));
        edge(it -> it.obtrudeException(failure), it -> it.isDone());
        edge(it -> it.cancel(false), it -> it.isCancelled());
        dependant(fail, source -> source.thenApply(x -> x));
        dependant(fail, source -> source.exceptionally(thrown -> null));
        dependant(complete, source -> source.thenApply(x -> x));
        dependant(complete, source -> source.thenAccept(x -> {}));
        dependant(complete, source -> source.thenRun(() -> {
            throw new IllegalStateException();
        }));
        dependant(complete, source -> source.thenCompose(x -> CompletableFuture.completedFuture(x)));
        EDGES.run();
    }
}
