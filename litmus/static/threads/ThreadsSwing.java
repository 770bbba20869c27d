//! The JDK's own UI thread, and threads that a class starts itself. The class is looked at because of them.
//! The stricter mode leaves tasks out: an executor may have one thread.
import java.awt.EventQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.swing.SwingUtilities;

public class ThreadsSwing {
    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private int painted;
    private int posted;
    private int submitted;
    private int started;

    // Clean: in the branch that is on the event thread.
    public void paint() {
        if (SwingUtilities.isEventDispatchThread()) {
            painted++;
        }
    }

    // Clean: the same question, asked of the queue.
    public int painted() {
        if (!EventQueue.isDispatchThread()) {
            throw new IllegalStateException();
        }
        return painted;
    }

    // Clean: what is handed over runs on the event thread.
    public void post() {
        SwingUtilities.invokeLater(() -> posted++);
    }

    // Reported: the task runs on a thread of the pool, and two of them may run at once.
    public void submit() {
        executor.submit(() -> submitted++); //~ unprotected-write submitted
    }

    // Reported: reads what the tasks write.
    public int submitted() {
        return submitted; //~ read-write-race submitted
    }

    // Reported: each call starts a thread that writes.
    public void start() {
        new Thread(() -> started++).start(); //~ unprotected-write started
    }

    // Reported: reads beside the thread.
    public int started() {
        return started; //~ read-write-race started
    }
}
