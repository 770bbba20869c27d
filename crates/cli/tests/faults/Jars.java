import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes jars that are meant to harm whoever reads them; each has or lacks {@code Victim.class}. */
public final class Jars {
    public static void main(String[] args) throws Exception {
        byte[] victim = Files.readAllBytes(Path.of(args[0]));
        byte[] plain = jar(new String[] {"Victim.class"}, victim);
        write("plain.jar", plain);
        write("truncated.jar", java.util.Arrays.copyOf(plain, plain.length / 2));
        write("empty.jar", new byte[0]);
        write("no-zip.jar", "PK\3\4 and nothing else".getBytes());
        write("above.jar", jar(new String[] {"../Victim.class", "/Victim.class", "a/../Victim.class"}, victim));
        write("bomb.jar", jar(new String[] {"Victim.class"}, new byte[64 << 20]));
        write("overlapping.jar", overlapping(jar(new String[] {"Victim.class", "Mictim.class"}, victim)));
        write("nested.jar", nested(plain, 1_000));
        write("bytes-before.jar", concatenated("#!/bin/sh\nexit 1\n".getBytes(), plain));
    }

    private static void write(String name, byte[] bytes) throws Exception {
        Files.write(Path.of(name), bytes);
    }

    private static byte[] jar(String[] names, byte[] content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(content);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** Lets both entries of the directory begin at the first one's place. */
    private static byte[] overlapping(byte[] jar) {
        for (int at = jar.length - 46; at > 0; at--) {
            boolean isDirectoryEntry = jar[at] == 'P' && jar[at + 1] == 'K' && jar[at + 2] == 1 && jar[at + 3] == 2;
            if (isDirectoryEntry) {
                java.util.Arrays.fill(jar, at + 42, at + 46, (byte) 0);
            }
        }
        return jar;
    }

    private static byte[] nested(byte[] innermost, int depth) throws Exception {
        byte[] jar = innermost;
        for (int i = 0; i < depth; i++) {
            jar = jar(new String[] {"inner.jar"}, jar);
        }
        return jar;
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
