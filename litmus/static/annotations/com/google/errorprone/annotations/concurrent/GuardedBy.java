package com.google.errorprone.annotations.concurrent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The field or method needs the named locks. */
@Retention(RetentionPolicy.CLASS)
public @interface GuardedBy {
    String[] value();
}
