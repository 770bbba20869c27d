package kotlin;

/** A value that is computed at first use, under a lock. */
public interface Lazy<T> {
    T getValue();
}
