package androidx.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The field or method needs the named lock. */
@Retention(RetentionPolicy.CLASS)
public @interface GuardedBy {
    String value();
}
