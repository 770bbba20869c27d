package javax.inject;

/** Makes objects, a fresh one for each call. */
public interface Provider<T> {
    T get();
}
