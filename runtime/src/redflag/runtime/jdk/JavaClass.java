package redflag.runtime.jdk;

import redflag.runtime.Header;

/**
 * {@code java.lang.Class} with the field that redflag adds to it, and with methods that a JDK patched by
 * {@code redflag instrument} opens to the runtime.
 */
public final class JavaClass {
    public Header $redflag$header;

    private JavaClass() {}

    public native java.lang.reflect.Field[] getDeclaredFields0(boolean publicOnly);

    public native java.lang.reflect.Method[] getDeclaredMethods0(boolean publicOnly);
}
