package redflag.runtime.jdk;

import redflag.runtime.ThreadState;

/** {@code java.lang.Thread} with the field that the agent adds to it. */
public final class JavaThread {
    public ThreadState $redflag$state;

    private JavaThread() {}
}
