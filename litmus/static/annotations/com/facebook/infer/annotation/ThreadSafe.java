package com.facebook.infer.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Objects of the class may be used by several threads at once; without checks, this is believed. */
@Retention(RetentionPolicy.CLASS)
public @interface ThreadSafe {
    boolean enableChecks() default true;
}
