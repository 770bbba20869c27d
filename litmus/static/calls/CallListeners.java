//! More calls of interface methods: it matters who calls, on which thread, and what the interface is.
//! The stricter mode leaves them out.
import androidx.annotation.UiThread;
import com.facebook.infer.annotation.ThreadConfined;
import java.util.Comparator;
import java.util.concurrent.Callable;
import net.jcip.annotations.ThreadSafe;

public class CallListeners {
    interface Visitor {
        // Clean: no body.
        void visit(int node);

        // Clean: reads nothing that is shared.
        default int depth() {
            return 0;
        }
    }

    @ThreadConfined(ThreadConfined.UI)
    interface Painter {
        // Clean: no body; runs on one thread.
        void paint();
    }

    interface QuietVisitor extends Visitor {}

    @ThreadSafe
    interface SafeVisitor extends Visitor {}

    @ThreadSafe
    static class Marked {
        private final Visitor visitor;

        // Clean: a constructor. Even here the call would be on a shared object.
        Marked(Visitor visitor) {
            this.visitor = visitor;
        }

        // Reported: a parameter.
        public void visit(Visitor given) {
            given.visit(1); //~ interface-not-thread-safe visit
        }

        // Reported: a default method may be overridden.
        public int depth() {
            return visitor.depth(); //~ interface-not-thread-safe depth
        }

        // Reported: the interface below is not annotated either.
        public void quiet(QuietVisitor given) {
            given.visit(2); //~ interface-not-thread-safe visit
        }

        // Clean: the interface below is, and with it all implementations that get here.
        public void safe(SafeVisitor given) {
            given.visit(3);
        }

        // Clean: an interface for one thread. Doubt: this is not that thread, as far as anyone knows.
        public void paint(Painter painter) {
            painter.paint();
        }

        // Clean: on the UI thread there is nobody else.
        @UiThread
        public void visitHere() {
            visitor.visit(4);
        }

        // Clean: interfaces of the JDK.
        public int jdk(Callable<Integer> callable, Comparator<Integer> order) throws Exception {
            return order.compare(callable.call(), 5);
        }

        // Reported once: two calls of one method in one method.
        public void twice(Visitor given) {
            given.visit(6); //~ interface-not-thread-safe visit
            given.visit(7);
        }
    }

    static class Unmarked {
        private int visits;

        // Clean: the class uses a lock, but makes no promise that the interface could break.
        public void visit(Visitor given) {
            given.visit(8);
        }

        // Clean: the sign of concurrency.
        public synchronized void count() {
            visits++;
        }
    }
}
