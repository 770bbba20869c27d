import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Renders a scene of many small objects with shadows and reflections. The scene is built before the threads start and only
 * read by them; each takes tiles from a counter and writes pixels of the one image. Textures are computed when first needed, under a
 * lock of their own.
 */
public final class RayTracer {
    private static final int THREADS = 8;
    private static final int SIZE = 640;
    private static final int TILE = 16;
    private static final int TILES = SIZE / TILE;
    private static final int DEPTH = 3;

    /** Written by every thread as its first action, without any lock: the race that must be found. */
    static int seededRace;

    static final class Vector {
        final double x;
        final double y;
        final double z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector plus(Vector other) {
            return new Vector(x + other.x, y + other.y, z + other.z);
        }

        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        Vector times(double factor) {
            return new Vector(x * factor, y * factor, z * factor);
        }

        double dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }

        Vector cross(Vector other) {
            return new Vector(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
        }

        Vector unit() {
            return times(1 / Math.sqrt(dot(this)));
        }

        double along(int axis) {
            return axis == 0 ? x : axis == 1 ? y : z;
        }
    }

    /** Where a ray met a shape; reused along one ray, so that its fields are not final. */
    static final class Hit {
        double distance = Double.MAX_VALUE;
        Shape shape;
    }

    abstract static class Shape {
        Texture texture;

        abstract void meet(Vector origin, Vector direction, Hit hit);

        abstract Vector normal(Vector point);

        abstract Vector low();

        abstract Vector high();
    }

    static final class Sphere extends Shape {
        private final Vector centre;
        private final double radius;

        Sphere(Vector centre, double radius) {
            this.centre = centre;
            this.radius = radius;
        }

        @Override
        void meet(Vector origin, Vector direction, Hit hit) {
            Vector to = centre.minus(origin);
            double middle = to.dot(direction);
            double inside = middle * middle - to.dot(to) + radius * radius;
            if (inside < 0) {
                return;
            }
            double distance = middle - Math.sqrt(inside);
            if (distance > 1e-6 && distance < hit.distance) {
                hit.distance = distance;
                hit.shape = this;
            }
        }

        @Override
        Vector normal(Vector point) {
            return point.minus(centre).unit();
        }

        @Override
        Vector low() {
            return new Vector(centre.x - radius, centre.y - radius, centre.z - radius);
        }

        @Override
        Vector high() {
            return new Vector(centre.x + radius, centre.y + radius, centre.z + radius);
        }
    }

    static final class Triangle extends Shape {
        private final Vector corner;
        private final Vector one;
        private final Vector two;

        Triangle(Vector corner, Vector one, Vector two) {
            this.corner = corner;
            this.one = one;
            this.two = two;
        }

        @Override
        void meet(Vector origin, Vector direction, Hit hit) {
            Vector cross = direction.cross(two);
            double determinant = one.dot(cross);
            if (Math.abs(determinant) < 1e-9) {
                return;
            }
            Vector from = origin.minus(corner);
            double u = from.dot(cross) / determinant;
            Vector other = from.cross(one);
            double v = direction.dot(other) / determinant;
            double distance = two.dot(other) / determinant;
            if (u >= 0 && v >= 0 && u + v <= 1 && distance > 1e-6 && distance < hit.distance) {
                hit.distance = distance;
                hit.shape = this;
            }
        }

        @Override
        Vector normal(Vector point) {
            return one.cross(two).unit();
        }

        @Override
        Vector low() {
            return new Vector(
                    corner.x + Math.min(0, Math.min(one.x, two.x)),
                    corner.y + Math.min(0, Math.min(one.y, two.y)),
                    corner.z + Math.min(0, Math.min(one.z, two.z)));
        }

        @Override
        Vector high() {
            return new Vector(
                    corner.x + Math.max(0, Math.max(one.x, two.x)),
                    corner.y + Math.max(0, Math.max(one.y, two.y)),
                    corner.z + Math.max(0, Math.max(one.z, two.z)));
        }
    }

    /** A table of colours that the first thread to need it computes. */
    static final class Texture {
        private final int seed;
        private double[] table;

        Texture(int seed) {
            this.seed = seed;
        }

        synchronized double[] table() {
            if (table == null) {
                table = new double[256];
                for (int i = 0; i < table.length; i++) {
                    table[i] = 0.5 + 0.5 * StrictMath.sin(seed + i * 0.37);
                }
            }
            return table;
        }

        double shade(Vector point) {
            int index = (int) Math.floor((point.x + point.y + point.z) * 16) & 255;
            return table()[index];
        }
    }

    /** A tree of boxes around shapes. */
    static final class Box {
        private final Vector low;
        private final Vector high;
        private final Shape[] shapes;
        private final Box left;
        private final Box right;

        Box(List<Shape> contents, int axis) {
            Vector least = contents.get(0).low();
            Vector most = contents.get(0).high();
            for (Shape shape : contents) {
                Vector a = shape.low();
                Vector b = shape.high();
                least = new Vector(Math.min(least.x, a.x), Math.min(least.y, a.y), Math.min(least.z, a.z));
                most = new Vector(Math.max(most.x, b.x), Math.max(most.y, b.y), Math.max(most.z, b.z));
            }
            low = least;
            high = most;
            if (contents.size() <= 4) {
                shapes = contents.toArray(new Shape[0]);
                left = null;
                right = null;
            } else {
                shapes = new Shape[0];
                List<Shape> sorted = new ArrayList<>(contents);
                sorted.sort(Comparator.comparingDouble(shape -> shape.low().along(axis)));
                int half = sorted.size() / 2;
                left = new Box(sorted.subList(0, half), (axis + 1) % 3);
                right = new Box(sorted.subList(half, sorted.size()), (axis + 1) % 3);
            }
        }

        private boolean isMetBy(Vector origin, Vector direction, double limit) {
            double near = 0;
            double far = limit;
            for (int axis = 0; axis < 3; axis++) {
                double inverse = 1 / direction.along(axis);
                double a = (low.along(axis) - origin.along(axis)) * inverse;
                double b = (high.along(axis) - origin.along(axis)) * inverse;
                near = Math.max(near, Math.min(a, b));
                far = Math.min(far, Math.max(a, b));
            }
            return near <= far;
        }

        void meet(Vector origin, Vector direction, Hit hit) {
            if (!isMetBy(origin, direction, hit.distance)) {
                return;
            }
            for (Shape shape : shapes) {
                shape.meet(origin, direction, hit);
            }
            if (left != null) {
                left.meet(origin, direction, hit);
                right.meet(origin, direction, hit);
            }
        }
    }

    private final Box scene;
    private final Vector light = new Vector(-4, 8, -6);
    private final int[][] image = new int[SIZE][SIZE];
    private final AtomicInteger nextTile = new AtomicInteger();

    private RayTracer(Box scene) {
        this.scene = scene;
    }

    private double trace(Vector origin, Vector direction, int depth) {
        Hit hit = new Hit();
        scene.meet(origin, direction, hit);
        if (hit.shape == null) {
            return 0.2 + 0.1 * Math.abs(direction.y);
        }
        Vector point = origin.plus(direction.times(hit.distance));
        Vector normal = hit.shape.normal(point);
        if (normal.dot(direction) > 0) {
            normal = normal.times(-1);
        }
        Vector toLight = light.minus(point).unit();
        Hit shadow = new Hit();
        scene.meet(point, toLight, shadow);
        double lit = shadow.shape == null ? Math.max(0, normal.dot(toLight)) : 0;
        double shade = hit.shape.texture.shade(point) * (0.15 + 0.6 * lit);
        if (depth > 0) {
            Vector mirrored = direction.minus(normal.times(2 * normal.dot(direction)));
            shade += 0.25 * trace(point, mirrored, depth - 1);
        }
        return shade;
    }

    private void renderTile(int tile) {
        int top = tile / TILES * TILE;
        int left = tile % TILES * TILE;
        for (int y = top; y < top + TILE; y++) {
            for (int x = left; x < left + TILE; x++) {
                Vector direction = new Vector((x - SIZE / 2.0) / SIZE, (SIZE / 2.0 - y) / SIZE, 1).unit();
                double shade = trace(new Vector(0, 0.5, -5), direction, DEPTH);
                image[y][x] = (int) Math.min(255, shade * 255);
            }
        }
    }

    private void renderTiles() {
        for (int tile = nextTile.getAndIncrement(); tile < TILES * TILES; tile = nextTile.getAndIncrement()) {
            renderTile(tile);
        }
    }

    private static Box scene() {
        List<Shape> shapes = new ArrayList<>();
        Texture[] textures = new Texture[7];
        for (int i = 0; i < textures.length; i++) {
            textures[i] = new Texture(i);
        }
        for (int i = 0; i < 400; i++) {
            double angle = i * 0.61;
            double distance = 0.12 * Math.sqrt(i);
            shapes.add(new Sphere(new Vector(distance * StrictMath.cos(angle), StrictMath.sin(i * 0.2), distance * StrictMath.sin(angle)), 0.12));
            Vector corner = new Vector(2 * StrictMath.cos(i), StrictMath.cos(i * 3), 2 + 2 * StrictMath.sin(i));
            shapes.add(new Triangle(corner, new Vector(0.3, 0.1, 0), new Vector(0, 0.3, 0.1 * StrictMath.sin(i))));
        }
        for (int i = 0; i < shapes.size(); i++) {
            shapes.get(i).texture = textures[i % textures.length];
        }
        return new Box(shapes, 0);
    }

    private static Thread renderer(RayTracer tracer, int number) {
        return new Thread(
                () -> {
                    seededRace = number;
                    tracer.renderTiles();
                },
                "renderer-" + number);
    }

    public static void main(String[] args) throws InterruptedException {
        RayTracer tracer = new RayTracer(scene());
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = renderer(tracer, i);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int sum = 0;
        int[] histogram = new int[4];
        for (int[] row : tracer.image) {
            for (int pixel : row) {
                sum = sum * 31 + pixel;
                histogram[pixel / 64]++;
            }
        }
        System.out.println("image: " + sum);
        System.out.println("histogram: " + histogram[0] + " " + histogram[1] + " " + histogram[2] + " " + histogram[3]);
    }
}
