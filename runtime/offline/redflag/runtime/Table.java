package redflag.runtime;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The file that {@code redflag instrument} wrote, read from front to back. The crate {@code host} describes its format. */
final class Table {
    private static final int MAGIC = 0x5EDF1A61;

    private final byte[] bytes;
    private int at;
    /** Where each string starts. */
    private int[] strings;

    private Table(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Reads the beginning of the file, which is its strings. */
    static Table open(String path) throws IOException {
        byte[] bytes;
        try (FileInputStream file = new FileInputStream(path)) {
            bytes = file.readAllBytes();
        }
        Table table = new Table(bytes);
        if (table.number() != MAGIC) {
            throw new IOException(path.concat(" was written by another version of redflag"));
        }
        table.strings = new int[table.number() + 1];
        for (int i = 1; i < table.strings.length; i++) {
            table.strings[i] = table.at;
            table.at += 2 + table.length(table.at);
        }
        return table;
    }

    int number() {
        int number = number(at);
        at += 4;
        return number;
    }

    /** The number at this place. */
    int number(int place) {
        return bytes[place] << 24
                | (bytes[place + 1] & 0xFF) << 16
                | (bytes[place + 2] & 0xFF) << 8
                | bytes[place + 3] & 0xFF;
    }

    private int length(int place) {
        return (bytes[place] & 0xFF) << 8 | bytes[place + 1] & 0xFF;
    }

    String string() {
        return string(number());
    }

    /** The string with this number; null for 0. */
    String string(int index) {
        if (index == 0) {
            return null;
        }
        int place = strings[index];
        return new String(bytes, place + 2, length(place), StandardCharsets.UTF_8);
    }

    /** Skips so many bytes; answers where they start. */
    int skip(int length) {
        int start = at;
        at += length;
        return start;
    }
}
