/** Only its constructor writes the fields, as far as the class path goes. */
public class Box {
    public int value;
    private int own;
    private final int constant;

    public Box() {
        value = 1;
        own = 1;
        constant = 1;
    }

    public int sum() {
        return value + own + constant;
    }
}
