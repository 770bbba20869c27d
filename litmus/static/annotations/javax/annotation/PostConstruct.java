package javax.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A container calls the method when the object was made and given what it needs, before anybody uses it. */
@Retention(RetentionPolicy.RUNTIME)
public @interface PostConstruct {}
