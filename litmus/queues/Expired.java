import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** An element of a delay queue that may be taken at once; the lowest rank comes first. */
public final class Expired implements Delayed {
    final long rank;

    Expired(long rank) {
        this.rank = rank;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return 0;
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.compare(rank, ((Expired) other).rank);
    }
}
