package javax.annotation.concurrent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Objects of the class do not change as far as anyone can see. */
@Retention(RetentionPolicy.CLASS)
public @interface Immutable {}
