package redflag.runtime;

import java.io.File;
import java.io.IOException;
import redflag.runtime.jdk.Unsafe;

/** What the patched JDK calls, where an agent would be told by the JVM. */
public final class Offline {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final long ENDED = UNSAFE.objectFieldOffset(Offline.class, "ended");
    private static final Offline STATE = new Offline();
    /** The directory that {@code redflag instrument} wrote. */
    private static final String DIRECTORY = "redflag.out";
    /** The directory for event files, if it is another than that directory's own. */
    private static final String RUNS = "redflag.runs";

    volatile int ended;
    private String directory;
    private long start;
    private volatile boolean lost;

    private Offline() {}

    /** The JDK is up, and no code of the program has run. Called by the main thread. */
    public static void started() {
        STATE.start = System.currentTimeMillis();
        STATE.directory = System.getProperty(DIRECTORY);
        try {
            if (STATE.directory == null) {
                throw new IOException("-Dredflag.out is missing; start java with @redflag.args");
            }
            open();
        } catch (IOException | RuntimeException | LinkageError cause) {
            String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            Line.say("redflag: this JVM is not checked: ".concat(reason).concat("\n"));
            return;
        }
        Agent.start();
    }

    private static void open() throws IOException {
        Table table = Table.open(STATE.directory.concat("/redflag/table"));
        check(table);
        Sites.read(table);
        Classes.read(table);
        ContainerTable.read(table);
        String runs = System.getProperty(RUNS, STATE.directory.concat("/redflag/runs"));
        new File(runs).mkdirs();
        String pid = new File("/proc/self").getCanonicalFile().getName();
        String name = pid.concat("-").concat(Long.toString(STATE.start)).concat(".jsonl");
        Line.open(runs.concat("/").concat(name));
        new Line("start")
                .number("pid", Long.parseLong(pid))
                .text("command", System.getProperty("sun.java.command", ""))
                .text("java", System.getProperty("java.vm.version", ""))
                .write();
    }

    /** Classes of another JDK than this one would fail sooner or later, in ways that nobody understands. */
    private static void check(Table table) {
        String version = table.string();
        long size = (long) table.number() << 32 | table.number() & 0xFFFFFFFFL;
        String home = System.getProperty("java.home");
        if (new File(home.concat("/lib/modules")).length() != size) {
            Line.say("redflag: error: ".concat(STATE.directory)
                    .concat(" was made for another JDK (")
                    .concat(version)
                    .concat(") than ")
                    .concat(home)
                    .concat("; run `redflag instrument` again with --jdk ")
                    .concat(home)
                    .concat("\n"));
            Runtime.getRuntime().halt(2);
        }
    }

    /** A loader has defined a class. */
    public static void defined(Class<?> type) {
        if (!Sync.ready || Native.isJdk(type)) {
            return;
        }
        ThreadState thread = ThreadState.current();
        thread.inside++;
        try {
            Classes.defined(type);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        } finally {
            thread.inside--;
        }
    }

    /** The JVM ends. */
    public static void ended() {
        if (!Sync.ready || !UNSAFE.compareAndSetInt(STATE, ENDED, 0, 1)) {
            return;
        }
        ThreadState thread = ThreadState.current();
        thread.inside++;
        try {
            long[] races = Agent.races();
            for (int i = 0; i < races.length; i += 3) {
                Native.count((int) races[i], (int) races[i + 1], races[i + 2]);
            }
            Classes.told(new Line("end")).numbers("counters", Agent.counters()).write();
            String found = races.length == 0 ? "redflag: no race was noticed" : "redflag: races were found";
            String where = STATE.lost ? "; not all could be written: " : "; for the report: ";
            Line.say(found.concat(where).concat("redflag report ").concat(STATE.directory).concat("\n"));
        } catch (OutOfMemoryError full) {
            Line.say("redflag: no memory was left to tell what was checked\n");
        } finally {
            thread.inside--;
        }
    }

    /** Something could not be written. */
    static void lost() {
        STATE.lost = true;
    }

    static long millis() {
        return System.currentTimeMillis() - STATE.start;
    }
}
