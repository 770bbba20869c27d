package com.facebook.infer.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Used by the named thread only. */
@Retention(RetentionPolicy.CLASS)
public @interface ThreadConfined {
    String UI = "UI";
    String ANY = "ANY";

    String value();
}
