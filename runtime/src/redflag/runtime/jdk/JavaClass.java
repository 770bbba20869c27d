package redflag.runtime.jdk;

import redflag.runtime.Header;

/** {@code java.lang.Class} with the field that the agent adds to it. */
public final class JavaClass {
    public Header $redflag$header;

    private JavaClass() {}
}
