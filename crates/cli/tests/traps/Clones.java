/** Prints clones of objects with fields of every kind that redflag adds something for. */
public class Clones implements Cloneable {
    @interface BenignRace {}

    @BenignRace boolean exempt = true;
    @BenignRace byte exemptByte = 1;
    boolean flag = true;
    byte small = 2;
    int plain = 3;
    final int kept = 4;
    volatile long ordered = 5;
    int[] cells = {6};

    /** Its fields may lie in the gap behind those of the class above. */
    static final class Below extends Clones {
        boolean first = true;
        boolean second = true;
        byte third = 7;
        byte fourth = 8;
        short fifth = 9;

        @Override
        public String toString() {
            return super.toString() + " " + first + " " + second + " " + third + " " + fourth + " " + fifth;
        }
    }

    @Override
    public String toString() {
        return exempt + " " + exemptByte + " " + flag + " " + small + " " + plain + " " + kept + " " + ordered + " "
                + cells[0];
    }

    public static void main(String[] args) throws CloneNotSupportedException {
        System.out.println(new Clones().clone());
        System.out.println(new Below().clone());
    }
}
