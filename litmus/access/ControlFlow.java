// Rule: an access is checked on every path: switch, conditional, loop with break, try and finally.
public class ControlFlow {
    static int inSwitch;
    static int inConditional;
    static int inFinally;
    static int inHandler;
    static int inLoop;

    static void write(int kind) {
        switch (kind) {
            case 1:
                inSwitch = 1; //! race switch write
                break;
            case 1000:
                inSwitch = 2;
                break;
            default:
                throw new IllegalArgumentException();
        }
        int unused = kind > 0 ? (inConditional = 1) : 0; //! race conditional write
        try {
            write(2000);
        } catch (IllegalArgumentException expected) {
            inHandler = 1; //! race handler write
        } finally {
            inFinally = 1; //! race finally write
        }
        while (true) {
            if (++kind > 5) {
                inLoop = 1; //! race loop write
                break;
            }
        }
    }

    static void read() {
        int seen = inSwitch; //! race switch read
        seen = inConditional; //! race conditional read
        seen = inHandler; //! race handler read
        seen = inFinally; //! race finally read
        seen = inLoop; //! race loop read
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    write(1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    read();
                });
    }
}
