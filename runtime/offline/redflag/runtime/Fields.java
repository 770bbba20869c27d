package redflag.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import redflag.runtime.jdk.JavaClass;

/** Finds fields as the JVM does, ours included, which reflection hides. */
final class Fields {
    private static final String PREFIX = "$redflag$";

    private Fields() {}

    /** The fields that a class declares. Answered from its header the second time; not to be changed. */
    static Field[] of(Class<?> type) {
        Header header = Header.ofClass(type);
        Field[] known = (Field[]) header.meaning;
        if (known == null) {
            known = ((JavaClass) (Object) type).getDeclaredFields0(false);
            header.meaning = known;
        }
        return known;
    }

    static boolean isOurs(Field field) {
        return field.getName().startsWith(PREFIX);
    }

    /** The name of a shadow, as the rewriter makes it. */
    static String shadow(String tag, String name, String descriptor) {
        String mangled = descriptor.replace('/', '|').replace(';', '!').replace('[', '^').replace('.', ':');
        return PREFIX.concat(tag).concat("$").concat(name).concat("$").concat(mangled);
    }

    /** The field that a reference resolves to (JVMS 5.4.3.2); null if there is none, or one of the other kind. */
    static Field resolved(Class<?> type, String name, String descriptor, boolean isStatic) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Field field = declared(c, name, descriptor);
            if (field == null && isStatic) {
                field = inherited(c, name, descriptor);
            }
            if (field != null) {
                return Modifier.isStatic(field.getModifiers()) == isStatic ? field : null;
            }
        }
        return null;
    }

    private static Field inherited(Class<?> type, String name, String descriptor) {
        Class<?>[] interfaces = type.getInterfaces();
        for (int i = 0; i < interfaces.length; i++) {
            Field field = declared(interfaces[i], name, descriptor);
            if (field == null) {
                field = inherited(interfaces[i], name, descriptor);
            }
            if (field != null) {
                return field;
            }
        }
        return null;
    }

    private static Field declared(Class<?> type, String name, String descriptor) {
        Field[] fields = of(type);
        for (int i = 0; i < fields.length; i++) {
            Field field = fields[i];
            if (field.getName().equals(name)
                    && (descriptor == null || descriptor(field.getType()).equals(descriptor))) {
                return field;
            }
        }
        return null;
    }

    static String descriptor(Class<?> type) {
        if (type.isArray()) {
            return type.getName().replace('.', '/');
        }
        if (!type.isPrimitive()) {
            return "L".concat(type.getName().replace('.', '/')).concat(";");
        }
        if (type == int.class) {
            return "I";
        } else if (type == long.class) {
            return "J";
        } else if (type == boolean.class) {
            return "Z";
        } else if (type == byte.class) {
            return "B";
        } else if (type == short.class) {
            return "S";
        } else if (type == char.class) {
            return "C";
        } else if (type == float.class) {
            return "F";
        }
        return type == double.class ? "D" : "V";
    }
}
