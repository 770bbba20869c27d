package kotlin;

import java.util.function.Supplier;

/** Makes lazy values; the real one takes a function type of Kotlin's own. */
public final class LazyKt {
    private LazyKt() {}

    public static <T> Lazy<T> lazy(Supplier<T> initializer) {
        return initializer::get;
    }
}
