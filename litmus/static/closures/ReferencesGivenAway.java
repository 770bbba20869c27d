//! Method references that code gets of which nothing is known: it may call them at any time, without a lock.
import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeSupport;
import java.util.ArrayList;
import java.util.List;

public class ReferencesGivenAway {
    private final PropertyChangeSupport support = new PropertyChangeSupport(this);
    private final List<String> names = new ArrayList<>();
    private int changes;
    private int updates;
    private int inLambda;
    private int listed;
    private int sized;

    // Clean: holds the lock.
    public synchronized void change() {
        changed(null);
    }

    public void listen() {
        support.addPropertyChangeListener(this::changed);
    }

    // Reported: whoever has the reference calls it without the lock.
    void changed(PropertyChangeEvent event) {
        changes++; //~ true-positive unprotected-write changes
    }

    // Clean: holds the lock.
    public synchronized void update() {
        updated(null);
        updates++;
    }

    public void listenToUpdates() {
        support.addPropertyChangeListener(this::updated);
    }

    // Reported: likewise, though only this class may call it by its name.
    private void updated(PropertyChangeEvent event) {
        updates++; //~ unprotected-write updates
    }

    // Clean: holds the lock.
    public synchronized void changeInLambda() {
        changedInLambda();
    }

    // Reported: as a reference, at the call.
    public void listenInLambda() {
        support.addPropertyChangeListener(event -> changedInLambda()); //~ unprotected-write inLambda
    }

    // Clean here: only this class calls it.
    void changedInLambda() {
        inLambda++;
    }

    // Clean: the reference is called here, under the lock.
    public synchronized void listAll() {
        names.forEach(this::list);
    }

    // Clean: holds the lock.
    public synchronized int listed() {
        return listed;
    }

    // Clean: both callers hold the lock.
    void list(String name) {
        listed += name.length();
    }

    // Clean: holds the lock.
    public synchronized void add(String name) {
        names.add(name);
        list(name);
    }

    // Reported: the reference is called here, without the lock.
    public void sizeAll(List<String> others) {
        others.forEach(this::size); //~ unprotected-write sized
    }

    // Clean: holds the lock.
    public synchronized int sized() {
        return sized;
    }

    // Clean here: only this class calls it.
    void size(String name) {
        sized += name.length();
    }

    // Clean: holds the lock.
    public synchronized void addSize(String name) {
        size(name);
    }
}
