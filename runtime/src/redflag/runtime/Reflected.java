package redflag.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Fields that the program accesses by reflection, or by a method handle that gets or sets one. Of
 * handles only those are known that do nothing else; one that was adapted to another type, bound or combined hides
 * what it does.
 */
public final class Reflected {
    private static final String ACCESSOR = "java.lang.invoke.DirectMethodHandle$Accessor";
    private static final String STATIC_ACCESSOR = "java.lang.invoke.DirectMethodHandle$StaticAccessor";
    /** Kinds of references (JVMS 4.4.8), as a member name has them in its flags. */
    private static final int KIND_SHIFT = 24;

    private static final int KIND_MASK = 0xF;
    private static final int GET_FIELD = 1;
    private static final int PUT_STATIC = 4;

    private Reflected() {}

    /** Before a write: if the field is volatile, it releases. */
    public static void beforeWrite(Object handle, Object object) {
        ThreadState thread = ThreadState.current();
        Variables.Meaning meaning = meaning(handle, object, true, thread);
        if (meaning != null && isVolatile(meaning.location)) {
            meaning.location.clockIn(object).release(thread);
        }
    }

    public static void written(Object handle, Object object, ThreadState thread, int site) {
        Variables.Meaning meaning = meaning(handle, object, true, thread);
        if (meaning != null && meaning.location.isChecked()) {
            int named = meaning.site(site);
            Accesses.writeField(owner(meaning, object), thread, named);
        }
    }

    public static void read(Object handle, Object object, ThreadState thread, int site) {
        Variables.Meaning meaning = meaning(handle, object, false, thread);
        if (meaning == null) {
            return;
        }
        if (meaning.location.isChecked()) {
            int named = meaning.site(site);
            Accesses.readField(owner(meaning, object), thread, named);
        } else if (isVolatile(meaning.location)) {
            meaning.location.clockIn(object).acquire(thread);
        }
    }

    private static Object owner(Variables.Meaning meaning, Object object) {
        return meaning.location.base(object);
    }

    private static boolean isVolatile(Location location) {
        return location.kind == Location.Kind.VOLATILE || location.kind == Location.Kind.VOLATILE_BESIDE;
    }

    /** The field, if it is one, and if the access will not fail. */
    private static Variables.Meaning meaning(Object handle, Object object, boolean write, ThreadState thread) {
        if (handle == null || thread.inside > 0) {
            return null;
        }
        thread.inside++;
        try {
            Variables.Meaning meaning;
            if (handle instanceof Field) {
                meaning = ofField((Field) handle);
            } else {
                boolean isStatic = handle.getClass().getName().equals(STATIC_ACCESSOR);
                boolean accesses = isStatic || handle.getClass().getName().equals(ACCESSOR);
                meaning = accesses ? ofHandle((MethodHandle) handle, isStatic) : null;
                if (meaning != null && meaning.writes != write) {
                    return null;
                }
            }
            if (meaning == null || meaning.location == null) {
                return null;
            }
            boolean fits = meaning.location.isStatic()
                    || object != null && meaning.field.getDeclaringClass().isInstance(object);
            return fits ? meaning : null;
        } catch (RuntimeException | LinkageError | InternalError unknown) {
            // Not as this JDK is known to keep it.
            return null;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return null;
        } finally {
            thread.inside--;
        }
    }

    private static Variables.Meaning ofField(Field field) {
        Object root = Variables.reference(field, "root");
        Header header = Header.of(root != null ? root : field);
        Variables.Meaning meaning = (Variables.Meaning) header.meaning;
        if (meaning == null) {
            meaning = new Variables.Meaning();
            boolean isStatic = Modifier.isStatic(field.getModifiers());
            Variables.link(meaning, field.getDeclaringClass(), field.getType(), isStatic, field.getName());
            header.meaning = meaning;
        }
        return meaning;
    }

    private static Variables.Meaning ofHandle(MethodHandle handle, boolean isStatic) {
        Header header = Header.of(handle);
        Variables.Meaning meaning = (Variables.Meaning) header.meaning;
        if (meaning == null) {
            meaning = new Variables.Meaning();
            Object member = Variables.reference(handle, "member");
            int kind = Variables.integer(member, "flags") >>> KIND_SHIFT & KIND_MASK;
            if (kind >= GET_FIELD && kind <= PUT_STATIC) {
                MethodType type = handle.type();
                meaning.writes = kind > 2;
                Class<?> of = meaning.writes ? type.parameterType(type.parameterCount() - 1) : type.returnType();
                Class<?> owner = (Class<?>) Variables.reference(member, "clazz");
                Variables.link(meaning, owner, of, isStatic, (String) Variables.reference(member, "name"));
            }
            header.meaning = meaning;
        }
        return meaning;
    }
}
