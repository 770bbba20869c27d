package javax.annotation.concurrent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Objects of the class may be used by several threads at once. */
@Retention(RetentionPolicy.CLASS)
public @interface ThreadSafe {}
