//! A Kotlin class: properties with getters and setters, lateinit, lazy, a companion.
import javax.annotation.concurrent.ThreadSafe;
import kotlin.Lazy;
import kotlin.LazyKt;
import kotlin.UninitializedPropertyAccessException;

@ThreadSafe
public final class KotlinClass {
    public static final Companion Companion = new Companion();
    private static int created;
    private final int id;
    private int size;
    private volatile boolean closed;
    private String title;
    private final Lazy<String> text$delegate = LazyKt.lazy(() -> "text");

    // Clean: a constructor.
    public KotlinClass(int id) {
        this.id = id;
    }

    // Clean: a `val`.
    public final int getId() {
        return id;
    }

    // Reported: a `var`.
    public final void setSize(int value) {
        this.size = value; //~ true-positive unprotected-write size
    }

    // Reported: and its getter.
    public final int getSize() {
        return this.size; //~ true-positive read-write-race size
    }

    // Clean: `@Volatile`.
    public final void setClosed(boolean value) {
        this.closed = value;
    }

    // Reported: a lateinit property is set when somebody gets to it.
    public final void setTitle(String value) {
        this.title = value; //~ true-positive unprotected-write title
    }

    // Reported: the check and the value are one read.
    public final String getTitle() {
        String value = this.title; //~ true-positive read-write-race title
        if (value == null) {
            throw new UninitializedPropertyAccessException("title");
        }
        return value;
    }

    // Clean: the delegate of `by lazy` locks itself, and nobody can annotate the interfaces of Kotlin's library.
    public final String getText() {
        return this.text$delegate.getValue();
    }

    // Clean here: made by the compiler for the companion.
    public static final int access$getCreated$cp() {
        return created;
    }

    // Clean here: made by the compiler for the companion.
    public static final void access$setCreated$cp(int value) {
        created = value;
    }

    @ThreadSafe
    public static final class Companion {
        // Clean: a constructor.
        private Companion() {}

        // Reported at the call: the field of the companion's property is a static one of the class around it.
        public final void setCreated(int value) {
            KotlinClass.access$setCreated$cp(value); //~ true-positive unprotected-write created
        }

        // Reported: its getter.
        public final int getCreated() {
            return KotlinClass.access$getCreated$cp(); //~ true-positive read-write-race created
        }
    }
}
