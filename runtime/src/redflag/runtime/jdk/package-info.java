/**
 * Stand-ins for classes of the JDK that the compiler does not let us name. When the runtime is moved
 * into {@code java.lang}, every class of this package is renamed to the one it stands for:
 * {@code JavaThread} to {@code java.lang.Thread}, {@code JavaClass} to {@code java.lang.Class},
 * {@code Unsafe} to {@code jdk.internal.misc.Unsafe}, and the annotations to the JDK's own.
 */
package redflag.runtime.jdk;
