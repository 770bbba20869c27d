import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/** A {@code StructuredTaskScope}, by reflection: a preview, with another form in JDK 21 than in 25. */
public final class Scope {
    private static final String NAME = "java.util.concurrent.StructuredTaskScope";

    private final Object scope;
    private final Class<?> type;

    Scope() throws Exception {
        type = Class.forName(NAME);
        boolean isInterface = type.isInterface();
        scope = isInterface ? type.getMethod("open").invoke(null) : type.getConstructor().newInstance();
    }

    void fork(Order.Body body) throws Exception {
        Callable<Object> task = () -> {
            Order.orFail(body);
            return null;
        };
        call(type.getMethod("fork", Callable.class), task);
    }

    void join() throws Exception {
        call(type.getMethod("join"));
    }

    void close() throws Exception {
        call(type.getMethod("close"));
    }

    private void call(Method method, Object... arguments) throws Exception {
        try {
            method.invoke(scope, arguments);
        } catch (InvocationTargetException failed) {
            throw new AssertionError(failed.getCause());
        }
    }
}
