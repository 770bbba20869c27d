package com.google.errorprone.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Objects of the class may be used by several threads at once. */
@Retention(RetentionPolicy.RUNTIME)
public @interface ThreadSafe {}
