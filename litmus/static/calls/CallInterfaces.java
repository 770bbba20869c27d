//! Calls of interface methods: in code that says it is thread-safe, the interface should say so too.
//! This is no race, so the stricter mode leaves it out.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class CallInterfaces {
    interface Listener {
        // Clean: no body.
        void changed();

        // Clean: no body.
        void closed();
    }

    @ThreadSafe
    interface SafeListener {
        // Clean: no body; the interface promises that implementations are safe.
        void changed();
    }

    interface HalfSafe {
        // Clean: no body; promises to be safe.
        @ThreadSafe
        void changed();

        // Clean: no body; promises nothing.
        void closed();
    }

    interface Builder {
        // Clean: no body.
        Builder with(int part);
    }

    static final class Printer implements Listener {
        // Clean: does nothing.
        @Override
        public void changed() {}

        // Clean: does nothing.
        @Override
        public void closed() {}
    }

    private final Listener listener;

    // Clean: a constructor.
    public CallInterfaces(Listener listener) {
        this.listener = listener;
    }

    // Reported: nothing is known of the implementation.
    public void notifyChanged() {
        listener.changed(); //~ interface-not-thread-safe changed
    }

    // Clean: under a lock.
    public synchronized void notifyClosed() {
        listener.closed();
    }

    // Clean: the interface is annotated.
    public void notifySafe(SafeListener safe) {
        safe.changed();
    }

    // Clean: the method is annotated.
    public void notifyHalf(HalfSafe half) {
        half.changed();
    }

    // Reported: the method beside it is not.
    public void closeHalf(HalfSafe half) {
        half.closed(); //~ interface-not-thread-safe closed
    }

    // Clean: a class, whose code is known, not an interface.
    public void print(Printer printer) {
        printer.changed();
    }

    // Clean: the object is ours, and its class known. Doubt: the call goes through the interface.
    public void own() {
        Listener own = new Printer();
        own.closed();
    }

    // Clean: nobody can annotate the JDK's interfaces.
    public void run(Runnable task) {
        task.run();
    }

    // Reported at the call: a private method calls.
    public void indirect() {
        tell(); //~ interface-not-thread-safe closed
    }

    // Clean here: private.
    private void tell() {
        listener.closed();
    }

    // Clean: builders are for one thread, whoever wrote the interface. Doubt: this goes by the name.
    public void build(Builder builder) {
        builder.with(3);
    }
}
