// Rule: Timer: schedule -> the task's run; what the thread does after schedule is not ordered with the task.
import java.util.Timer;
import java.util.TimerTask;

public class TimerLate {
    static int value;

    static final class Task extends TimerTask {
        @Override
        public void run() {
            Order.await(1);
            value = 2; //! race value write
            Order.reach(2);
        }
    }

    public static void main(String[] args) {
        Order.prepare();
        Timer timer = new Timer(true);
        timer.schedule(new Task(), 0);
        value = 1; //! race value write
        Order.reach(1);
        Order.await(2);
    }
}
