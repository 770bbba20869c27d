package com.example.concurrent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A race here does no harm. */
@Retention(RetentionPolicy.CLASS)
public @interface BenignRace {
    String value() default "";
}
