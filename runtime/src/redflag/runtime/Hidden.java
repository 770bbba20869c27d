package redflag.runtime;

import java.lang.reflect.Field;

/** Hides what the agent adds to classes from reflection, and so from serialization. */
public final class Hidden {
    private static final String PREFIX = "$redflag$";

    private Hidden() {}

    /** The fields without ours. */
    public static Field[] fields(Field[] fields) {
        int ours = 0;
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].getName().startsWith(PREFIX)) {
                ours++;
            }
        }
        if (ours == 0) {
            return fields;
        }
        Field[] shown = new Field[fields.length - ours];
        int n = 0;
        for (int i = 0; i < fields.length; i++) {
            if (!fields[i].getName().startsWith(PREFIX)) {
                shown[n++] = fields[i];
            }
        }
        return shown;
    }
}
