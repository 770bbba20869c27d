import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.reflect.Method;

/** Very many distinct races: two threads without order run the same methods, each of which writes a field of its own. */
public final class Pairs {
    public static void main(String[] args) throws Exception {
        int classes = Integer.parseInt(args[0]);
        int fields = Integer.parseInt(args[1]);
        Method[] methods = new Method[classes];
        for (int i = 0; i < classes; i++) {
            methods[i] = new Loader().define("Racing" + i, fields).getMethod("write");
        }
        Thread one = new Thread(() -> run(methods));
        Thread two = new Thread(() -> run(methods));
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("raced");
    }

    private static void run(Method[] methods) {
        for (Method method : methods) {
            try {
                method.invoke(null);
            } catch (ReflectiveOperationException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    private static final class Loader extends ClassLoader {
        /** A class with static fields and a method that writes 1 to each. */
        Class<?> define(String name, int fields) throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0xCAFEBABE);
            out.writeInt(52);
            out.writeShort(9 + 3 * fields);
            utf8(out, name);
            reference(out, 7, 1);
            utf8(out, "java/lang/Object");
            reference(out, 7, 3);
            utf8(out, "I");
            utf8(out, "write");
            utf8(out, "()V");
            utf8(out, "Code");
            for (int i = 0; i < fields; i++) {
                int at = 9 + 3 * i;
                utf8(out, "f" + i);
                reference(out, 12, at, 5);
                reference(out, 9, 2, at + 1);
            }
            out.writeShort(0x21);
            out.writeShort(2);
            out.writeShort(4);
            out.writeShort(0);
            out.writeShort(fields);
            for (int i = 0; i < fields; i++) {
                out.writeShort(0x9);
                out.writeShort(9 + 3 * i);
                out.writeShort(5);
                out.writeShort(0);
            }
            out.writeShort(1);
            out.writeShort(0x9);
            out.writeShort(6);
            out.writeShort(7);
            out.writeShort(1);
            out.writeShort(8);
            int length = 4 * fields + 1;
            out.writeInt(12 + length);
            out.writeShort(1);
            out.writeShort(0);
            out.writeInt(length);
            for (int i = 0; i < fields; i++) {
                out.writeByte(4);
                out.writeByte(179);
                out.writeShort(9 + 3 * i + 2);
            }
            out.writeByte(177);
            out.writeInt(0);
            out.writeShort(0);
            byte[] file = bytes.toByteArray();
            return defineClass(name, file, 0, file.length);
        }

        private static void utf8(DataOutputStream out, String text) throws Exception {
            out.writeByte(1);
            out.writeUTF(text);
        }

        private static void reference(DataOutputStream out, int tag, int... indices) throws Exception {
            out.writeByte(tag);
            for (int index : indices) {
                out.writeShort(index);
            }
        }
    }
}
