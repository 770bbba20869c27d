//! Methods that frameworks call before other threads have an object, or after: by the name that an interface gives them, or by an annotation.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import javax.annotation.PostConstruct;
import net.jcip.annotations.ThreadSafe;

public class LifeCyclesOfFrameworks implements Flow.Subscriber<String> {
    private Flow.Subscription upstream;
    private List<String> seen;
    private int prepared;
    private int started;

    // Clean: comes before all other signals.
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        upstream = subscription;
        seen = new ArrayList<>();
        begin();
    }

    // Clean: only onSubscribe calls it, and not everybody may.
    void begin() {
        started = 1;
    }

    // Clean: holds the lock.
    @Override
    public synchronized void onNext(String item) {
        seen.add(item);
        prepared++;
        started++;
        upstream.request(1);
    }

    // Reported: other signals have no lock to keep from.
    @Override
    public void onError(Throwable thrown) {
        seen = null; //~ true-positive unprotected-write seen
    }

    // Clean: holds the lock.
    @Override
    public synchronized void onComplete() {
        upstream = null;
        seen = null;
    }

    // Clean: the container is not done with the object yet.
    @PostConstruct
    public void prepare() {
        prepared = 1;
    }

    // Reported: nobody but its name says when it is called.
    public void onSubscribeAgain() {
        prepared = 2; //~ true-positive unprotected-write prepared
    }

    @ThreadSafe
    static class Promised {
        private int prepared;

        // Reported: the author promises it for all methods.
        @PostConstruct
        public void prepare() {
            prepared = 1; //~ true-positive unprotected-write prepared
        }

        // Clean: holds the lock.
        public synchronized void step() {
            prepared = 0;
        }
    }
}
