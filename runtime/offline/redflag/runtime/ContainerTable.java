package redflag.runtime;

/** What the models say of containers. Read once, never changed. */
final class ContainerTable {
    /** By number. */
    private static String[] methods = {};

    private static String[] types = {};
    /** As {@link Native#container} answers, for each of the types. */
    private static String[][] said = {};

    private ContainerTable() {}

    static void read(Table table) {
        methods = new String[table.number()];
        for (int i = 0; i < methods.length; i++) {
            methods[i] = table.string();
        }
        types = new String[table.number()];
        said = new String[types.length][];
        for (int i = 0; i < types.length; i++) {
            types[i] = table.string().replace('/', '.');
            said[i] = new String[table.number()];
            for (int j = 0; j < said[i].length; j++) {
                said[i][j] = table.string();
            }
        }
    }

    /** What is said of a library's class, to keep and to change. */
    static String[] said(String type) {
        for (int i = 0; i < types.length; i++) {
            if (types[i].equals(type)) {
                return said[i].clone();
            }
        }
        return null;
    }

    /** The number of methods of this name, or -1. */
    static int number(String method) {
        for (int i = 0; i < methods.length; i++) {
            if (methods[i].equals(method)) {
                return i;
            }
        }
        return -1;
    }
}
