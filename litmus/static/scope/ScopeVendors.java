//! The annotation counts by its simple name, whoever declares it, and by the names that the user adds.
//! options: --annotation-alias com.example.concurrent.MultiThreaded=ThreadSafe
import com.example.concurrent.MultiThreaded;

public class ScopeVendors {
    @net.jcip.annotations.ThreadSafe
    static class Jcip {
        int value;

        // Reported.
        void set(int to) {
            value = to; //~ true-positive unprotected-write value
        }
    }

    @javax.annotation.concurrent.ThreadSafe
    static class Javax {
        int value;

        // Reported.
        void set(int to) {
            value = to; //~ true-positive unprotected-write value
        }
    }

    @com.google.errorprone.annotations.ThreadSafe
    static class ErrorProne {
        int value;

        // Reported.
        void set(int to) {
            value = to; //~ true-positive unprotected-write value
        }
    }

    @com.facebook.infer.annotation.ThreadSafe
    static class Infer {
        int value;

        // Reported.
        void set(int to) {
            value = to; //~ true-positive unprotected-write value
        }
    }

    @MultiThreaded
    static class Alias {
        int value;

        // Reported: the option says that this annotation means the same.
        void set(int to) {
            value = to; //~ true-positive unprotected-write value
        }
    }

    static class MarkedMethod {
        int value;
        int other;

        // Reported: the method itself is annotated.
        @net.jcip.annotations.ThreadSafe
        void set(int to) {
            value = to; //~ true-positive unprotected-write value
        }

        // Reported: reads what the annotated method writes.
        int get() {
            return value; //~ true-positive read-write-race value
        }

        // Clean: the annotation of one method is not that of the class.
        void other(int to) {
            other = to;
        }
    }
}
