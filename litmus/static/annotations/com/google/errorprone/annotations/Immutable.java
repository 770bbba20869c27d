package com.google.errorprone.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Objects of the class do not change as far as anyone can see. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Immutable {}
