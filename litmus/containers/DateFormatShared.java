// Rule: format and parse write a SimpleDateFormat.
import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.Date;

public class DateFormatShared {
    static final DateFormat shared = new SimpleDateFormat("yyyy");
    static final Date date = new Date(0);

    public static void main(String[] args) throws Exception {
        shared.format(date);
        shared.parse("1999");
        Order.run(
                () -> {
                    shared.format(date); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.parse("1999"); //! container c write
                });
    }
}
