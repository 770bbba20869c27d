// Rule: parallel streams: the caller -> each element's work -> the end of the stream.
import java.util.stream.IntStream;

//! clean
public class ParallelStream {
    static int factor;

    public static void main(String[] args) throws Exception {
        int[] cells = new int[500];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = i;
        }
        factor = 2;
        IntStream.range(0, cells.length).parallel().forEach(i -> cells[i] *= factor);
        factor = 3;
        long sum = 0;
        for (int cell : cells) {
            sum += cell;
        }
        Order.require(sum == 499 * 500);
        Order.require(IntStream.range(0, 500).parallel().map(i -> cells[i]).sum() == sum);
    }
}
