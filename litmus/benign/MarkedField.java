// Rule: a field that its author has marked is not checked, nor are those of a marked class, nor accesses in a marked method.
//! clean
public class MarkedField {
    @interface BenignRace {}

    @interface SuppressRaces {}

    @BenignRace static int last;

    @SuppressRaces
    static class Statistics {
        int hits;
    }

    static int traced;

    @SuppressRaces
    static void trace(int value) {
        traced = value;
    }

    public static void main(String[] args) throws Exception {
        Statistics statistics = new Statistics();
        Order.run(
                () -> {
                    last = 1;
                    statistics.hits = 1;
                    trace(1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    last = 2;
                    statistics.hits = 2;
                    trace(2);
                });
    }
}
