// Rule: class initialization: an enum, its constants' fields and the table behind a switch over it
// are set up by the first thread and read by the second.
//! clean
public class EnumSwitch {
    enum Colour {
        RED(1),
        GREEN(2);

        int code;

        Colour(int code) {
            this.code = code;
        }
    }

    static int choose(Colour colour) {
        switch (colour) {
            case RED:
                return colour.code;
            case GREEN:
                return -colour.code;
            default:
                return 0;
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.require(choose(Colour.GREEN) == -2);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(choose(Colour.RED) == 1);
                });
    }
}
