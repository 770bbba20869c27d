package androidx.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** May run on any thread. */
@Retention(RetentionPolicy.CLASS)
public @interface AnyThread {}
