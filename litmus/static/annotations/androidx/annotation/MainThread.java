package androidx.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Runs on the main thread only, which is the UI thread. */
@Retention(RetentionPolicy.CLASS)
public @interface MainThread {}
