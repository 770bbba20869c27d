package com.example.concurrent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A company's own word for thread-safe: see the option --annotation-alias. */
@Retention(RetentionPolicy.CLASS)
public @interface MultiThreaded {}
