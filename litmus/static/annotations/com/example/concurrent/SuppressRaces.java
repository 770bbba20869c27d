package com.example.concurrent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Races here are not to be reported. */
@Retention(RetentionPolicy.CLASS)
public @interface SuppressRaces {}
