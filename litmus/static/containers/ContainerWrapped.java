//! Sets and views that are as safe as the map behind them.
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class ContainerWrapped {
    private final Set<String> safe = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private final Set<String> unsafe = Collections.newSetFromMap(new HashMap<>());
    private final Set<String> keys = ConcurrentHashMap.newKeySet();
    private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
    private final Collection<String> values = map.values();

    // Clean: the map behind the set is made for several threads.
    public void addSafe(String it) {
        safe.add(it);
    }

    // Reported: the map behind this one is not.
    public void addUnsafe(String it) {
        unsafe.add(it); //~ unprotected-write unsafe
    }

    // Clean: a set of a concurrent map.
    public void addKey(String it) {
        keys.add(it);
    }

    // Clean: a view of a concurrent map.
    public void removeValue(String it) {
        values.remove(it);
    }
}
