import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread reads the field of a box; afterwards, but in no order, a stranger writes it. */
public class Scene {
    public static void play(Method write) throws Exception {
        AtomicInteger step = new AtomicInteger();
        Box box = new Box();
        Thread reader = new Thread(() -> {
            box.sum();
            step.setOpaque(1);
        });
        reader.start();
        while (step.getOpaque() == 0) {
            Thread.onSpinWait();
        }
        write.invoke(null, box);
        System.out.println(box.value);
    }

    private Scene() {}
}
