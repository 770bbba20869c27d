import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Runs the programs p0, p1 and so on that lie in a directory, which is on the class path too: every other one in a class loader of
 * its own. Starts its first thread and waits until all of its threads have ended.
 */
public final class Programs {
    private Programs() {}

    public static void main(String[] args) throws Exception {
        URL[] path = {new File(args[0]).toURI().toURL()};
        int count = Integer.parseInt(args[1]);
        for (int i = 0; i < count; i += 2) {
            try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
                run(loader, "p" + i);
            }
            if (i + 1 < count) {
                run(Programs.class.getClassLoader(), "p" + (i + 1));
            }
        }
    }

    private static void run(ClassLoader loader, String name) throws Exception {
        Class<?> shared = Class.forName(name + ".Shared", true, loader);
        // Only what the program itself loads late is loaded in its threads.
        Class.forName(name + ".Fresh", true, loader);
        Thread[] threads = new Thread[16];
        int count = 0;
        while (hasField(shared, "thread" + count)) {
            threads[count] = (Thread) shared.getField("thread" + count).get(null);
            count++;
        }
        threads[0].start();
        // A thread that has not started yet is started by one that runs.
        boolean running = true;
        while (running) {
            running = false;
            for (int i = 0; i < count; i++) {
                if (threads[i].isAlive()) {
                    running = true;
                    threads[i].join();
                }
            }
        }
    }

    private static boolean hasField(Class<?> type, String name) {
        try {
            type.getField(name);
            return true;
        } catch (NoSuchFieldException none) {
            return false;
        }
    }
}
