// Rule: a stream of an array of every type reads it, or the range of it and nothing else.
import java.util.Arrays;

public class EveryArrayStream {
    public static void main(String[] args) throws Exception {
        int[] i = new int[2];
        long[] j = new long[2];
        double[] d = new double[2];
        String[] o = new String[2];
        int[] ir = new int[4];
        long[] jr = new long[4];
        double[] dr = new double[4];
        String[] or = new String[4];
        Order.run(
                () -> {
                    i[1] = 1; //! race i write
                    j[1] = 1L; //! race j write
                    d[1] = 1d; //! race d write
                    o[1] = "o"; //! race o write
                    ir[0] = 1;
                    ir[3] = 1;
                    ir[2] = 1; //! race ir write
                    jr[0] = 1L;
                    jr[3] = 1L;
                    jr[2] = 1L; //! race jr write
                    dr[0] = 1d;
                    dr[3] = 1d;
                    dr[2] = 1d; //! race dr write
                    or[0] = "o";
                    or[3] = "o";
                    or[2] = "o"; //! race or write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.stream(i).sum(); //! race i read
                    Arrays.stream(j).sum(); //! race j read
                    Arrays.stream(d).sum(); //! race d read
                    Arrays.stream(o).toArray(); //! race o read
                    Arrays.stream(ir, 1, 3).sum(); //! race ir read
                    Arrays.stream(jr, 1, 3).sum(); //! race jr read
                    Arrays.stream(dr, 1, 3).sum(); //! race dr read
                    Arrays.stream(or, 1, 3).toArray(); //! race or read
                });
    }
}
