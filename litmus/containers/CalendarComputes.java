// Rule: get writes a Calendar whose fields have to be computed.
import java.util.Calendar;
import java.util.GregorianCalendar;

public class CalendarComputes {
    static final Calendar shared = new GregorianCalendar(2000, 1, 1);

    public static void main(String[] args) throws Exception {
        shared.set(Calendar.YEAR, 2001);
        Order.run(
                () -> {
                    shared.get(Calendar.YEAR); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get(Calendar.MONTH); //! container c read
                });
    }
}
