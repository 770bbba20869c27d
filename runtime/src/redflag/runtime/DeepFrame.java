package redflag.runtime;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a method a frame of two KiB more than it needs (the agent's build script does). What is called
 * before a monitor is entered asks for the stack that is needed to leave it: a stack that overflows
 * does so while no monitor's entry has been noted yet.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
@interface DeepFrame {}
