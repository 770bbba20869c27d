import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Producers and consumers: half of the workers make messages, the others take them, through a bounded queue of our own
 * (a monitor with wait and notify) and through one of java.util.concurrent, by turns. Size: messages.
 */
public final class Queue {
    private static final int ROOM = 256;

    private static final class Message {
        int number;
        long[] load = new long[4];
        Message(int number) {
            this.number = number;
            for (int i = 0; i < load.length; i++) {
                load[i] = number * 31L + i;
            }
        }

        long digest() {
            long sum = number;
            for (long part : load) {
                sum += part;
            }
            return sum;
        }
    }

    private interface Channel {
        void put(Message message) throws InterruptedException;

        Message take() throws InterruptedException;
    }

    private static final class Own implements Channel {
        private final Message[] ring = new Message[ROOM];
        private int first;
        private int count;

        @Override
        public synchronized void put(Message message) throws InterruptedException {
            while (count == ROOM) {
                wait();
            }
            ring[(first + count) % ROOM] = message;
            count++;
            notifyAll();
        }

        @Override
        public synchronized Message take() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            Message message = ring[first];
            ring[first] = null;
            first = (first + 1) % ROOM;
            count--;
            notifyAll();
            return message;
        }
    }

    private static final class Library implements Channel {
        private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(ROOM);

        @Override
        public void put(Message message) throws InterruptedException {
            queue.put(message);
        }

        @Override
        public Message take() throws InterruptedException {
            return queue.take();
        }
    }

    private static long pass(Channel channel, int pairs, int messages) throws InterruptedException {
        // A worker below the number of pairs produces what some other worker consumes.
        Workers all = new Workers(2 * pairs);
        Workers halves = new Workers(pairs);
        return all.inParallel(worker -> {
            int half = worker % pairs;
            int first = halves.first(half, messages);
            int end = halves.first(half + 1, messages);
            long sum = 0;
            for (int i = first; i < end; i++) {
                if (worker < pairs) {
                    channel.put(new Message(i));
                } else {
                    sum += channel.take().digest();
                }
            }
            return sum;
        });
    }

    private static long round(int pairs, int messages) throws InterruptedException {
        long own = pass(new Own(), pairs, messages);
        long library = pass(new Library(), pairs, messages);
        Kernel.require(own == library, "both queues deliver the same");
        return own;
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 100_000);
        int pairs = Math.max(1, kernel.workers.count / 2);
        kernel.measure(() -> round(pairs, kernel.size));
    }
}
