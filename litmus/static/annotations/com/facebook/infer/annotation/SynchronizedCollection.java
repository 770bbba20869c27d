package com.facebook.infer.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The collection in this field takes care of threads itself. */
@Retention(RetentionPolicy.CLASS)
public @interface SynchronizedCollection {}
