package redflag.runtime;

import redflag.runtime.jdk.Hidden;
import redflag.runtime.jdk.LambdaFormHidden;

/** Stands in for calls of native or intrinsic methods in the program's code. */
public final class Calls {
    private Calls() {}

    @Hidden
    @LambdaFormHidden
    public static void wait(Object object) throws InterruptedException {
        ThreadState thread = ThreadState.current();
        boolean owner = owns(object);
        if (owner) {
            Sync.beforeWait(object, thread);
        }
        try {
            object.wait();
        } finally {
            if (owner) {
                Sync.afterWait(object, thread);
            }
        }
    }

    @Hidden
    @LambdaFormHidden
    public static void wait(Object object, long millis) throws InterruptedException {
        ThreadState thread = ThreadState.current();
        boolean owner = owns(object);
        if (owner) {
            Sync.beforeWait(object, thread);
        }
        try {
            object.wait(millis);
        } finally {
            if (owner) {
                Sync.afterWait(object, thread);
            }
        }
    }

    @Hidden
    @LambdaFormHidden
    public static void wait(Object object, long millis, int nanos) throws InterruptedException {
        ThreadState thread = ThreadState.current();
        boolean owner = owns(object);
        if (owner) {
            Sync.beforeWait(object, thread);
        }
        try {
            object.wait(millis, nanos);
        } finally {
            if (owner) {
                Sync.afterWait(object, thread);
            }
        }
    }

    /** Whether the wait will not fail at once; a failing one must stay the program's own. */
    private static boolean owns(Object object) {
        return object != null && Thread.holdsLock(object);
    }

    @Hidden
    @LambdaFormHidden
    public static boolean isAlive(Object thread) {
        boolean alive = ((Thread) thread).isAlive();
        if (!alive) {
            Sync.join(thread);
        }
        return alive;
    }
}
