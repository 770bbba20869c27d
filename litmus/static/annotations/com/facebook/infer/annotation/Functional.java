package com.facebook.infer.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Returns the same value whenever it is called. */
@Retention(RetentionPolicy.CLASS)
public @interface Functional {}
