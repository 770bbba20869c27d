package androidx.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Runs on the UI thread only. */
@Retention(RetentionPolicy.CLASS)
public @interface UiThread {}
