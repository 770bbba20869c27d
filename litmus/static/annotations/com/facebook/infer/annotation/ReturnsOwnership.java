package com.facebook.infer.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What the method returns is used by nobody else. */
@Retention(RetentionPolicy.CLASS)
public @interface ReturnsOwnership {}
