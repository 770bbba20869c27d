// Rule: whether a call in a loop reads or writes can change from round to round.
import java.util.Calendar;
import java.util.GregorianCalendar;

public class LoopCalendarComputes {
    static class Forgetful extends GregorianCalendar {
        private static final long serialVersionUID = 1;

        void forget() {
            areFieldsSet = false;
        }
    }

    static final Forgetful shared = new Forgetful();
    static int sum;

    public static void main(String[] args) throws Exception {
        shared.get(Calendar.YEAR);
        Order.run(
                () -> {
                    Calendar calendar = shared;
                    for (int i = 0; i < 4; i++) {
                        sum += calendar.get(Calendar.YEAR); //! container c write
                        if (i == 2) {
                            shared.forget();
                        }
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get(Calendar.MONTH); //! container c read
                });
    }
}
