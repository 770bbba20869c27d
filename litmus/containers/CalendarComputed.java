// Rule: get reads a Calendar whose fields are computed.
//! clean
import java.util.Calendar;
import java.util.GregorianCalendar;

public class CalendarComputed {
    static final Calendar shared = new GregorianCalendar(2000, 1, 1);

    public static void main(String[] args) throws Exception {
        shared.get(Calendar.YEAR);
        Order.run(
                () -> {
                    shared.get(Calendar.YEAR);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get(Calendar.MONTH);
                    shared.getTimeInMillis();
                });
    }
}
