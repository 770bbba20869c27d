// Rule: Timer: schedule -> the task's run; the tasks of one timer run in its thread.
import java.util.Timer;
import java.util.TimerTask;

//! clean
public class TimerTasks {
    static int scheduled;
    static int between;

    static final class Task extends TimerTask {
        private final int step;

        Task(int step) {
            this.step = step;
        }

        @Override
        public void run() {
            scheduled++;
            between++;
            Order.reach(step);
        }
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer(true);
        Order.run(() -> {
            scheduled = 1;
            timer.schedule(new Task(1), 0);
            timer.schedule(new Task(2), 0);
        });
        Order.await(1);
        Order.await(2);
    }
}
