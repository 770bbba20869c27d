import java.util.ArrayList;
import java.util.List;

final class ContainerHeldDriver {
    public static void main(String[] arguments) {
        ContainerHeld it = new ContainerHeld();
        List<String> list = new ArrayList<>();
        Together.run(() -> it.swap(), () -> it.swap());
        Together.run(() -> it.size(), () -> it.swap());
        Together.run(() -> it.put("a"), () -> it.put("a"));
        Together.run(() -> it.fill(list), () -> it.fill(list));
        Together.run(() -> ContainerHeld.register("a"), () -> ContainerHeld.register("a"));
    }
}
