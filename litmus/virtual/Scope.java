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

    private Scope(Class<?> type, Object scope) {
        this.type = type;
        this.scope = scope;
    }

    /** A scope whose join returns when the first subtask is done. */
    static Scope ofFirst() throws Exception {
        Class<?> type = Class.forName(NAME);
        if (!type.isInterface()) {
            return new Scope(type, Class.forName(NAME + "$ShutdownOnSuccess").getConstructor().newInstance());
        }
        Class<?> joiner = Class.forName(NAME + "$Joiner");
        Object first = joiner.getMethod("anySuccessfulResultOrThrow").invoke(null);
        return new Scope(type, type.getMethod("open", joiner).invoke(null, first));
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
