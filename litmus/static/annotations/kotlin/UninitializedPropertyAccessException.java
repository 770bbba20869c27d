package kotlin;

/** A lateinit property was read before it was set. */
public final class UninitializedPropertyAccessException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UninitializedPropertyAccessException(String property) {
        super(property);
    }
}
