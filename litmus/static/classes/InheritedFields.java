//! A field of a class that is not looked at: code names it through whichever class below has it at hand, and it is one all the same.
import java.io.ByteArrayOutputStream;
import net.jcip.annotations.ThreadSafe;

public class InheritedFields {
    @ThreadSafe
    static class Buffer extends ByteArrayOutputStream {
        private final Longer next;

        // Clean: a constructor.
        Buffer(Longer next) {
            this.next = next;
        }

        // Clean: under the lock.
        public synchronized void shorten() {
            count--;
        }

        // Reported: named as in shorten.
        public int length() {
            return count; //~ true-positive read-write-race count
        }

        // Reported: named through the class above, but it is the field that shorten writes.
        public int lengthAbove() {
            return super.count; //~ true-positive read-write-race count
        }

        // Clean: named through the class of what it is in, under the lock.
        public synchronized void shortenNext() {
            next.count--;
        }

        // Reported: the same field, named through the class of a variable.
        public int lengthOfNext() {
            Buffer any = next;
            return any.count; //~ true-positive read-write-race count
        }
    }

    static class Longer extends Buffer {
        // Clean: a constructor.
        Longer() {
            super(null);
        }
    }

    @ThreadSafe
    static class Other extends ByteArrayOutputStream {
        // Clean: nobody writes the field of objects of this class.
        public int other() {
            return count;
        }
    }
}
