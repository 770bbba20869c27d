package redflag.runtime;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * A line of this JVM's event file: an object in JSON. It is written in one piece, at its end, so that threads need no lock
 * and nothing is lost when the JVM is killed.
 */
final class Line {
    private static final String DIGITS = "0123456789abcdef";
    /** Opened at the start, never changed. */
    private static FileOutputStream file;

    private byte[] bytes = new byte[512];
    private int length;

    Line(String event) {
        add('{');
        text("event", event);
    }

    /** Where all lines go. */
    static void open(String path) throws IOException {
        file = new FileOutputStream(path, true);
    }

    /** Says something on standard error. */
    static void say(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = text.charAt(i) < 0x80 ? (byte) text.charAt(i) : (byte) '?';
        }
        try {
            new FileOutputStream(FileDescriptor.err).write(bytes);
        } catch (IOException closed) {
            // There is nobody left to tell.
        }
    }

    Line text(String key, String value) {
        key(key);
        quoted(value);
        return this;
    }

    Line texts(String key, String[] values) {
        key(key);
        if (values == null) {
            ascii("null");
            return this;
        }
        add('[');
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                add(',');
            }
            quoted(values[i]);
        }
        add(']');
        return this;
    }

    Line number(String key, long value) {
        key(key);
        ascii(Long.toString(value));
        return this;
    }

    Line numbers(String key, long[] values) {
        key(key);
        add('[');
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                add(',');
            }
            ascii(Long.toString(values[i]));
        }
        add(']');
        return this;
    }

    Line truth(String key, boolean value) {
        key(key);
        ascii(value ? "true" : "false");
        return this;
    }

    /** Appends the line to the file. */
    void write() {
        add('}');
        add('\n');
        try {
            file.write(bytes, 0, length);
        } catch (IOException full) {
            Offline.lost();
        }
    }

    private void key(String key) {
        if (length > 1) {
            add(',');
        }
        quoted(key);
        add(':');
    }

    private void quoted(String text) {
        if (text == null) {
            ascii("null");
            return;
        }
        add('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                add('\\');
                add(c);
            } else if (c >= ' ' && c < 0x7F) {
                add(c);
            } else {
                // A half of a pair that stands alone would make the line unreadable.
                char shown = Character.isSurrogate(c) && !isPaired(text, i) ? '?' : c;
                ascii("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    add(DIGITS.charAt(shown >> shift & 0xF));
                }
            }
        }
        add('"');
    }

    private static boolean isPaired(String text, int index) {
        char c = text.charAt(index);
        int other = Character.isHighSurrogate(c) ? index + 1 : index - 1;
        return other >= 0
                && other < text.length()
                && Character.isSurrogate(text.charAt(other))
                && Character.isHighSurrogate(text.charAt(other)) != Character.isHighSurrogate(c);
    }

    private void ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
    }

    private void add(char c) {
        if (length == bytes.length) {
            byte[] more = new byte[length * 2];
            for (int i = 0; i < length; i++) {
                more[i] = bytes[i];
            }
            bytes = more;
        }
        bytes[length++] = (byte) c;
    }
}
