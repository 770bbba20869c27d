import java.lang.reflect.Method;
import java.util.function.ToIntFunction;

/** Private methods that others may find. */
final class Found {
    private static int named(int[] array) {
        return array[0]; // checked
    }

    static int reflected(int[] shared) throws ReflectiveOperationException {
        Method method = Found.class.getDeclaredMethod("named", int[].class);
        return (int) method.invoke(null, (Object) shared) + named(new int[1]);
    }

    private static int handled(int[] array) {
        return array[0]; // checked
    }

    static int referenced(int[] shared) {
        ToIntFunction<int[]> function = Found::handled;
        return function.applyAsInt(shared) + handled(new int[1]);
    }

    private static int uncalled(int[] array) {
        return array[0]; // checked
    }

    @Deprecated
    private static int annotated(int[] array) {
        return array[0]; // checked
    }

    static int callsAnnotated() {
        return annotated(new int[1]);
    }

    private static int plain(int[] array) {
        return array[0]; // local
    }

    static int callsPlain() {
        return plain(new int[1]);
    }
}
