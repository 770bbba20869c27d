package androidx.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Runs on some background thread. */
@Retention(RetentionPolicy.CLASS)
public @interface WorkerThread {}
