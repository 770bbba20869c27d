package redflag.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import redflag.runtime.jdk.JavaClass;
import redflag.runtime.jdk.ReservedStackAccess;

/**
 * What the runtime asks for, where there is no agent: answered by reflection and by what
 * {@code redflag instrument} wrote down. The agent's class of this name says what each method is for.
 */
final class Native {
    private static final int SHADOWS = 6;
    /** How shadows are called, in the order of {@link #link}. */
    private static final String[] TAGS = {"w", "r", "ws", "rs", "c", "u"};

    private Native() {}

    static Field[] link(int site, Object owner) {
        ThreadState thread = ThreadState.current();
        thread.inside++;
        try {
            String name = Sites.fieldName(site);
            if (name == null) {
                return null;
            }
            boolean isStatic = Sites.isStatic(site);
            Class<?> named = isStatic ? (Class<?>) owner : named(owner.getClass(), Sites.fieldClass(site));
            return linked(named, name, Sites.fieldDescriptor(site), isStatic);
        } catch (LinkageError missing) {
            // The type of some field is not there.
            return null;
        } finally {
            thread.inside--;
        }
    }

    /** The class of this name, from a class upward. */
    private static Class<?> named(Class<?> type, String name) {
        Class<?> c = type;
        while (c != null && !c.getName().equals(name)) {
            c = c.getSuperclass();
        }
        return c;
    }

    private static Field[] linked(Class<?> named, String name, String descriptor, boolean isStatic) {
        Field[] fields = new Field[1 + SHADOWS];
        fields[0] = Fields.resolved(named, name, descriptor, isStatic);
        for (int i = 0; i < SHADOWS; i++) {
            fields[i + 1] = Fields.resolved(named, Fields.shadow(TAGS[i], name, descriptor), null, isStatic);
        }
        return fields;
    }

    static boolean isUnique(int site) {
        return Sites.isUnique(site);
    }

    static boolean dereferenced(int site) {
        return Sites.isDereferenced(site);
    }

    static Field[][] linkTyped(Class<?> owner, Class<?> type, boolean isStatic) {
        Field[][] found = new Field[0][];
        for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
            Field[] own = Fields.of(c);
            for (int i = 0; i < own.length; i++) {
                boolean fits = (type == null || own[i].getType() == type)
                        && Modifier.isStatic(own[i].getModifiers()) == isStatic;
                if (fits && !Fields.isOurs(own[i])) {
                    Field[][] more = new Field[found.length + 1][];
                    for (int j = 0; j < found.length; j++) {
                        more[j] = found[j];
                    }
                    more[found.length] = linked(c, own[i].getName(), Fields.descriptor(own[i].getType()), isStatic);
                    found = more;
                }
            }
        }
        return found;
    }

    @ReservedStackAccess
    static int siteOf(int site, Class<?> declarer, String field, Class<?> type, boolean isStatic) {
        ThreadState thread = ThreadState.current();
        thread.inside++;
        try {
            String descriptor = Fields.descriptor(type);
            int number = Sites.add(site, declarer.getName(), field, descriptor, isStatic);
            if (number != 0) {
                new Line("site")
                        .number("number", number)
                        .number("of", site)
                        .text("class", declarer.getName().replace('.', '/'))
                        .text("name", field)
                        .text("descriptor", descriptor)
                        .truth("is_static", isStatic)
                        .write();
            }
            return number;
        } finally {
            thread.inside--;
        }
    }

    static String[] container(Class<?> type) {
        Class<?> library = type;
        while (library != null && !isJdk(library)) {
            library = library.getSuperclass();
        }
        String[] said = library == null ? null : ContainerTable.said(library.getName());
        if (said == null || library == type) {
            return said;
        }
        char[] letters = said[0].toCharArray();
        for (Class<?> c = type; c != library; c = c.getSuperclass()) {
            // What the program's classes override is theirs.
            java.lang.reflect.Method[] own = ((JavaClass) (Object) c).getDeclaredMethods0(false);
            for (int i = 0; i < own.length; i++) {
                int number = ContainerTable.number(own[i].getName());
                if (number >= 0) {
                    letters[number] = 'n';
                }
            }
        }
        said[0] = new String(letters);
        return said;
    }

    /** Whether the class is one of the JDK's modules, as `redflag instrument` tells them too. */
    static boolean isJdk(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    static Field[] injected(Class<?> type) {
        Field[] found = new Field[0];
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Field[] own = Fields.of(c);
            for (int i = 0; i < own.length; i++) {
                if (Fields.isOurs(own[i]) && !Modifier.isStatic(own[i].getModifiers())) {
                    Field[] more = new Field[found.length + 1];
                    for (int j = 0; j < found.length; j++) {
                        more[j] = found[j];
                    }
                    more[found.length] = own[i];
                    found = more;
                }
            }
        }
        return found;
    }

    static void race(
            int site,
            int earlierSite,
            String whole,
            long index,
            String thread,
            String earlierThread,
            String[] locks,
            String[] earlierLocks,
            String[] stack,
            String[] earlierStack,
            String[] created,
            String[] earlierCreated) {
        new Line("race")
                .number("site", site)
                .number("earlier_site", earlierSite)
                .text("whole", whole)
                .number("index", index)
                .text("thread", thread)
                .text("earlier_thread", earlierThread)
                .texts("locks", locks)
                .texts("earlier_locks", earlierLocks)
                .texts("stack", stack)
                .texts("earlier_stack", earlierStack)
                .texts("created", created)
                .texts("earlier_created", earlierCreated)
                .write();
    }

    static void count(int site, int earlierSite, long count) {
        new Line("count")
                .number("site", site)
                .number("earlier_site", earlierSite)
                .number("count", count)
                .write();
    }

    static boolean countsLocations() {
        return false;
    }

    static boolean compressed() {
        return false;
    }

    static boolean traces() {
        return false;
    }

    static void trace(byte[] events, int length) {}

    static void stopped(String reason) {
        ThreadState thread = ThreadState.current();
        thread.inside++;
        try {
            new Line("stopped").text("reason", reason).number("millis", Offline.millis()).write();
        } catch (OutOfMemoryError full) {
            Offline.lost();
        } finally {
            thread.inside--;
        }
    }
}
