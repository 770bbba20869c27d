package javax.inject;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Called by the injector, with what it has made for the call. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Inject {}
