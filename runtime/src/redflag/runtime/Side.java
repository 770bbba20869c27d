package redflag.runtime;

import java.lang.ref.WeakReference;

/** An entry of a {@link SideTable}: names its owner weakly, so that it does not keep it alive. */
abstract class Side extends WeakReference<Object> {
    final int hash;
    /** Written under the table's spin lock. */
    volatile Side next;

    Side(Object owner, int hash) {
        super(owner);
        this.hash = hash;
    }

    /** It is in the table now, as the only one of its owner. Called under the table's spin lock. */
    void added() {}
}
