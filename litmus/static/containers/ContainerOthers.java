//! Classes that are containers though they are not collections: builders, formats, random bits, matchers; and a map of another make.
import java.text.SimpleDateFormat;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Date;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.concurrent.TimeUnit;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ContainerOthers {
    private final StringBuilder log = new StringBuilder();
    private final StringBuffer buffer = new StringBuffer();
    private final SimpleDateFormat format = new SimpleDateFormat("yyyy");
    private final ThreadLocal<SimpleDateFormat> own = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));
    private final BitSet bits = new BitSet();
    private final Calendar calendar = new GregorianCalendar();
    private final EnumMap<TimeUnit, String> units = new EnumMap<>(TimeUnit.class);
    private final StringBuilder lockedLog = new StringBuilder();

    // Reported: a map of enum constants is no safer.
    public void name(TimeUnit unit, String name) {
        units.put(unit, name); //~ true-positive unprotected-write units
    }

    // Reported: appends without a lock.
    public void log(String line) {
        log.append(line); //~ true-positive unprotected-write log
    }

    // Reported: reads the characters.
    public String text() {
        return log.toString(); //~ true-positive read-write-race log
    }

    // Clean: a StringBuffer locks itself.
    public void append(String line) {
        buffer.append(line);
    }

    // Reported: formatting writes the calendar inside.
    public String year(Date date) {
        return format.format(date); //~ true-positive unprotected-write format
    }

    // Clean: each thread has its own format.
    public String ownYear(Date date) {
        return own.get().format(date);
    }

    // Clean: a format made for the call.
    public String freshYear(Date date) {
        return new SimpleDateFormat("yyyy").format(date);
    }

    // Reported: a bit shares its word with others.
    public void set(int bit) {
        bits.set(bit); //~ true-positive unprotected-write bits
    }

    // Reported: sets fields of the calendar.
    public void january() {
        calendar.set(Calendar.MONTH, Calendar.JANUARY); //~ true-positive unprotected-write calendar
    }

    // Clean: under the lock of the builder itself, as lockedText.
    public void lockedLog(String line) {
        synchronized (lockedLog) {
            lockedLog.append(line);
        }
    }

    // Clean: see lockedLog.
    public String lockedText() {
        synchronized (lockedLog) {
            return lockedLog.toString();
        }
    }
}
