// Rule: strings and builders read the array they take text from, and write the one they put text in,
// or the range of it and nothing else.
import java.nio.charset.StandardCharsets;

public class EveryText {
    @SuppressWarnings("deprecation") // getBytes to an array
    public static void main(String[] args) throws Exception {
        char[] c = new char[4];
        char[] cr = new char[4];
        char[] cv = new char[4];
        char[] cvr = new char[4];
        char[] cc = new char[4];
        char[] ccr = new char[4];
        char[] ca = new char[4];
        char[] car = new char[4];
        char[] ci = new char[4];
        char[] cir = new char[4];
        char[] fa = new char[4];
        char[] far = new char[4];
        char[] fi = new char[4];
        char[] fir = new char[4];
        byte[] b = new byte[4];
        byte[] br = new byte[4];
        byte[] bn = new byte[4];
        byte[] bnr = new byte[4];
        byte[] bc = new byte[4];
        byte[] bcr = new byte[4];
        int[] i = new int[4];
        char[] cg = new char[4];
        byte[] bg = new byte[4];
        char[] sg = new char[4];
        char[] fg = new char[4];
        Order.run(
                () -> {
                    c[2] = 'c'; //! race c write
                    cr[0] = 'c';
                    cr[3] = 'c';
                    cr[2] = 'c'; //! race cr write
                    cv[2] = 'c'; //! race cv write
                    cvr[0] = 'c';
                    cvr[3] = 'c';
                    cvr[2] = 'c'; //! race cvr write
                    cc[2] = 'c'; //! race cc write
                    ccr[0] = 'c';
                    ccr[3] = 'c';
                    ccr[2] = 'c'; //! race ccr write
                    ca[2] = 'c'; //! race ca write
                    car[0] = 'c';
                    car[3] = 'c';
                    car[2] = 'c'; //! race car write
                    ci[2] = 'c'; //! race ci write
                    cir[0] = 'c';
                    cir[3] = 'c';
                    cir[2] = 'c'; //! race cir write
                    fa[2] = 'c'; //! race fa write
                    far[0] = 'c';
                    far[3] = 'c';
                    far[2] = 'c'; //! race far write
                    fi[2] = 'c'; //! race fi write
                    fir[0] = 'c';
                    fir[3] = 'c';
                    fir[2] = 'c'; //! race fir write
                    b[2] = 'b'; //! race b write
                    br[0] = 'b';
                    br[3] = 'b';
                    br[2] = 'b'; //! race br write
                    bn[2] = 'b'; //! race bn write
                    bnr[0] = 'b';
                    bnr[3] = 'b';
                    bnr[2] = 'b'; //! race bnr write
                    bc[2] = 'b'; //! race bc write
                    bcr[0] = 'b';
                    bcr[3] = 'b';
                    bcr[2] = 'b'; //! race bcr write
                    i[0] = 'i';
                    i[3] = 'i';
                    i[2] = 'i'; //! race i write
                    cg[0] = cg[3];
                    char vcg = cg[2]; //! race cg read
                    bg[0] = bg[3];
                    byte vbg = bg[2]; //! race bg read
                    sg[0] = sg[3];
                    char vsg = sg[2]; //! race sg read
                    fg[0] = fg[3];
                    char vfg = fg[2]; //! race fg read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    new String(c); //! race c read
                    new String(cr, 1, 2); //! race cr read
                    String.valueOf(cv); //! race cv read
                    String.valueOf(cvr, 1, 2); //! race cvr read
                    String.copyValueOf(cc); //! race cc read
                    String.copyValueOf(ccr, 1, 2); //! race ccr read
                    new StringBuilder().append(ca); //! race ca read
                    new StringBuilder().append(car, 1, 2); //! race car read
                    new StringBuilder().insert(0, ci); //! race ci read
                    new StringBuilder().insert(0, cir, 1, 2); //! race cir read
                    new StringBuffer().append(fa); //! race fa read
                    new StringBuffer().append(far, 1, 2); //! race far read
                    new StringBuffer().insert(0, fi); //! race fi read
                    new StringBuffer().insert(0, fir, 1, 2); //! race fir read
                    new String(b); //! race b read
                    new String(br, 1, 2); //! race br read
                    new String(bn, "UTF-8"); //! race bn read
                    new String(bnr, 1, 2, "UTF-8"); //! race bnr read
                    new String(bc, StandardCharsets.UTF_8); //! race bc read
                    new String(bcr, 1, 2, StandardCharsets.UTF_8); //! race bcr read
                    new String(i, 1, 2); //! race i read
                    "text".getChars(1, 3, cg, 1); //! race cg write
                    "text".getBytes(1, 3, bg, 1); //! race bg write
                    new StringBuilder("text").getChars(1, 3, sg, 1); //! race sg write
                    new StringBuffer("text").getChars(1, 3, fg, 1); //! race fg write
                });
    }
}
