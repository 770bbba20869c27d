import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import org.apache.batik.transcoder.TranscoderInput;
import org.apache.batik.transcoder.TranscoderOutput;
import org.apache.batik.transcoder.image.ImageTranscoder;

/** Threads that render drawings, each with a transcoder of its own; what they share is inside Batik. */
public final class Drawings {
    private static final int THREADS = 8;
    private static final int DRAWINGS = 32;
    private static final int SIZE = 200;

    /** Keeps the image instead of writing a file. */
    private static final class Renderer extends ImageTranscoder {
        private BufferedImage image;

        @Override
        public BufferedImage createImage(int width, int height) {
            return new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        }

        @Override
        public void writeImage(BufferedImage rendered, TranscoderOutput output) {
            image = rendered;
        }
    }

    private static String drawing(int seed) {
        StringBuilder svg = new StringBuilder("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
                + " width='200' height='200' viewBox='0 0 100 100'><defs>"
                + "<linearGradient id='sky'><stop offset='0' stop-color='navy'/><stop offset='1' stop-color='#fa8'/></linearGradient>"
                + "<radialGradient id='sun'><stop offset='0.2' stop-color='yellow'/><stop offset='1' stop-color='red' stop-opacity='0.3'/></radialGradient>"
                + "<filter id='soft'><feGaussianBlur stdDeviation='1.5'/><feOffset dx='1' dy='1'/></filter>"
                + "<pattern id='dots' width='6' height='6' patternUnits='userSpaceOnUse'><circle cx='3' cy='3' r='1.5' fill='teal'/></pattern>"
                + "<clipPath id='clip'><circle cx='50' cy='50' r='45'/></clipPath></defs>"
                + "<style>.line { stroke: #321; stroke-width: 0.7; fill: none }</style>"
                + "<rect width='100' height='100' fill='url(#sky)'/><g clip-path='url(#clip)'>");
        int state = seed + 1;
        for (int i = 0; i < 12; i++) {
            state = state * 1_103_515_245 + 12_345;
            int x = 20 + (state >>> 8) % 50;
            int y = 20 + (state >>> 16) % 50;
            svg.append("<circle cx='").append(x).append("' cy='").append(y).append("' r='8' fill='url(#sun)' filter='url(#soft)'/>");
            svg.append("<path class='line' d='M").append(x).append(' ').append(y).append(" q 10 20 30 5 t 20 ").append(i).append("'/>");
            svg.append("<rect x='").append(y).append("' y='").append(x).append("' width='15' height='9' rx='2' fill='url(#dots)'"
                    + " transform='rotate(").append(i * 15).append(' ').append(y).append(' ').append(x).append(")'/>");
        }
        return svg.append("</g></svg>").toString();
    }

    private static long render(int seed) throws Exception {
        Renderer renderer = new Renderer();
        renderer.transcode(new TranscoderInput(new StringReader(drawing(seed))), null);
        CRC32 sum = new CRC32();
        for (int pixel : renderer.image.getRGB(0, 0, SIZE, SIZE, null, 0, SIZE)) {
            sum.update(pixel);
            sum.update(pixel >>> 8);
            sum.update(pixel >>> 16);
        }
        return sum.getValue();
    }

    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            renderAll(threads);
        } finally {
            threads.shutdown();
        }
    }

    private static void renderAll(ExecutorService threads) throws Exception {
        List<Future<Long>> sums = new ArrayList<>();
        for (int i = 0; i < DRAWINGS; i++) {
            int seed = i % 8;
            sums.add(threads.submit(() -> render(seed)));
        }
        for (int i = 0; i < DRAWINGS; i++) {
            if (!sums.get(i).get().equals(sums.get(i % 8).get())) {
                throw new IllegalStateException("drawing " + i + " was rendered in two ways");
            }
        }
        System.out.println(DRAWINGS + " drawings, the same ones alike");
    }
}
