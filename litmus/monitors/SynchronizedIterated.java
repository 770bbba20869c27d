// Rule: Collections.synchronized...: iteration is the client's to lock: without the lock it races with calls of the wrapper, whichever
// comes first.
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

public class SynchronizedIterated {
    static int sum;

    public static void main(String[] args) throws Exception {
        List<Integer> added = Collections.synchronizedList(new ArrayList<>(List.of(1)));
        List<Integer> iterated = Collections.synchronizedList(new ArrayList<>(List.of(1)));
        Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>(Map.of(1, 1)));
        Collection<Integer> values = map.values();
        Set<Integer> set = Collections.synchronizedSet(new TreeSet<>(Set.of(1)));
        Order.run(
                () -> {
                    added.add(2); //! container added write
                    int total = 0;
                    for (int number : iterated) { //! container iterated read
                        total += number;
                    }
                    map.keySet().remove(7); //! container map write
                    set.stream(); //! container set read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    for (int number : added) { //! container added read
                        sum += number;
                    }
                    iterated.remove(0); //! container iterated write
                    values.iterator(); //! container map read
                    set.clear(); //! container set write
                });
    }
}
