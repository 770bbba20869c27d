// Rule: a call in a loop is one of the container that its variable holds in that round.
import java.util.ArrayList;
import java.util.List;

public class LoopOtherContainer {
    static final List<String> known = new ArrayList<>(List.of("k"));
    static final List<String> assigned = new ArrayList<>(List.of("a"));
    static final List<String> caught = new ArrayList<>(List.of("c"));
    static final List<String> sameSlot = new ArrayList<>(List.of("s"));
    static final List<String> iterated = new ArrayList<>(List.of("i"));
    static int sum;

    static int assigned() {
        int read = 0;
        List<String> list = known;
        for (int i = 0; i < 4; i++) {
            read += list.size(); //! container assigned read
            if (i == 2) {
                list = assigned;
            }
        }
        return read;
    }

    static int caught() {
        int read = 0;
        List<String> list = known;
        for (int i = 0; i < 4; i++) {
            try {
                read += list.get(i == 2 ? 7 : 0).length(); //! container caught read
            } catch (IndexOutOfBoundsException missing) {
                list = caught;
            }
        }
        return read;
    }

    /** Both lists are in one slot, which holds a number in between. */
    static int sameSlot() {
        int read = 0;
        for (int i = 0; i < 5; i++) {
            if (i < 3) {
                List<String> first = known;
                read += first.size();
            } else if (i == 3) {
                int number = i;
                read += number;
            } else {
                List<String> second = sameSlot;
                read += second.size(); //! container sameSlot read
            }
        }
        return read;
    }

    static int iterated() {
        int read = 0;
        for (int i = 0; i < 4; i++) {
            for (String text : i < 3 ? known : iterated) { //! container iterated read
                read += text.length();
            }
        }
        return read;
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    sum = assigned() + caught() + sameSlot() + iterated();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    assigned.add("b"); //! container assigned write
                    caught.add("b"); //! container caught write
                    sameSlot.add("b"); //! container sameSlot write
                    iterated.add("b"); //! container iterated write
                });
    }
}
