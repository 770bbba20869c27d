package com.google.common.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Not private only for the sake of tests. */
@Retention(RetentionPolicy.CLASS)
public @interface VisibleForTesting {}
