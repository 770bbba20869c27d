//! A suspending function: its state machine is the compiler's, one object a call; what the function does is the programmer's.
import javax.annotation.concurrent.ThreadSafe;
import kotlin.coroutines.jvm.internal.ContinuationImpl;

@ThreadSafe
public final class KotlinSuspend {
    private int loaded;
    private int total;

    static final class load$1 extends ContinuationImpl {
        Object result;
        int label;
        final KotlinSuspend this$0;

        // Clean: a constructor.
        load$1(KotlinSuspend outer) {
            this.this$0 = outer;
        }

        // Clean: generated. One call of the function has one such object, which moves between threads in order.
        @Override
        protected final Object invokeSuspend(Object result) {
            this.result = result;
            this.label |= Integer.MIN_VALUE;
            return this.this$0.load(this);
        }
    }

    // Reported for the write of the property; the continuation's own fields are the machinery's.
    public final Object load(ContinuationImpl completion) {
        load$1 state = completion instanceof load$1 ? (load$1) completion : new load$1(this);
        switch (state.label) {
            case 0:
                state.label = 1;
                return null;
            default:
                this.loaded = 1; //~ true-positive unprotected-write loaded
                return state.result;
        }
    }

    // Clean: `mutex.withLock` aside, a plain lock protects as ever.
    public final synchronized void add(int value) {
        this.total += value;
    }

    // Reported: the getter misses the lock.
    public final int getTotal() {
        return this.total; //~ true-positive read-write-race total
    }
}
