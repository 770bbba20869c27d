package net.jcip.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Objects of the class are for one thread at a time. */
@Retention(RetentionPolicy.CLASS)
public @interface NotThreadSafe {}
