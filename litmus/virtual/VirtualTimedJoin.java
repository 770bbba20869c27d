// Rule: last action -> join returning: Thread.join(Duration) of a virtual and a platform thread.
import java.lang.reflect.Method;
import java.time.Duration;

//! clean
//! jdk 21
public class VirtualTimedJoin {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        Method join = Thread.class.getMethod("join", Duration.class);
        Thread virtual = Virtual.start(() -> first = 1);
        Order.require((boolean) join.invoke(virtual, Duration.ofSeconds(60)));
        first = 2;
        Thread platform = new Thread(() -> second = 1);
        platform.start();
        Order.require((boolean) join.invoke(platform, Duration.ofSeconds(60)));
        second = 2;
    }
}
