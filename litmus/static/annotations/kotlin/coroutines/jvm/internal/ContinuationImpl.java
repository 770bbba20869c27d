package kotlin.coroutines.jvm.internal;

/** What the compiler derives the state machine of a suspending function from. */
public abstract class ContinuationImpl {
    protected abstract Object invokeSuspend(Object result);
}
