import java.util.ArrayList;
import java.util.List;

/**
 * An image of mirroring spheres: small objects made and dropped all the time, a scene that all workers
 * read, lines of the image drawn from a counter under a lock. Size: pixels along an edge.
 */
public final class RayTracer {
    private static final int REFLECTIONS = 4;
    private static final double FAR = 1e9;
    /** Rays start a little off the surface, or they would hit it. */
    private static final double OFF = 1e-6;

    private static final class Vector {
        final double x;
        final double y;
        final double z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector plus(Vector other, double times) {
            return new Vector(x + times * other.x, y + times * other.y, z + times * other.z);
        }

        double dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }

        Vector unit() {
            double length = Math.sqrt(dot(this));
            return new Vector(x / length, y / length, z / length);
        }
    }

    private static final class Ray {
        Vector from;
        Vector direction;

        Ray(Vector from, Vector direction) {
            this.from = from;
            this.direction = direction;
        }

        Vector at(double distance) {
            return from.plus(direction, distance);
        }
    }

    private interface Shape {
        /** How far along the ray it meets the shape, or {@link #FAR}. */
        double distance(Ray ray);

        Vector normal(Vector point);

        double brightness(Vector point);
    }

    private static final class Sphere implements Shape {
        private final Vector centre;
        private final double radius;
        private final double brightness;

        Sphere(Vector centre, double radius, double brightness) {
            this.centre = centre;
            this.radius = radius;
            this.brightness = brightness;
        }

        @Override
        public double distance(Ray ray) {
            Vector to = centre.plus(ray.from, -1);
            double along = to.dot(ray.direction);
            double square = along * along - to.dot(to) + radius * radius;
            if (square < 0) {
                return FAR;
            }
            double root = Math.sqrt(square);
            if (along - root > OFF) {
                return along - root;
            }
            return along + root > OFF ? along + root : FAR;
        }

        @Override
        public Vector normal(Vector point) {
            return point.plus(centre, -1).unit();
        }

        @Override
        public double brightness(Vector point) {
            return brightness;
        }
    }

    /** The floor, at height 0, with squares. */
    private static final class Floor implements Shape {
        private static final Vector UP = new Vector(0, 1, 0);

        @Override
        public double distance(Ray ray) {
            double distance = -ray.from.y / ray.direction.y;
            return distance > OFF ? distance : FAR;
        }

        @Override
        public Vector normal(Vector point) {
            return UP;
        }

        @Override
        public double brightness(Vector point) {
            return ((int) Math.floor(point.x) + (int) Math.floor(point.z) & 1) == 0 ? 0.2 : 0.9;
        }
    }

    /** Which line of the image comes next. */
    private static final class Lines {
        private int next;

        synchronized int next() {
            return next++;
        }
    }

    private final Workers workers;
    private final int size;
    private final List<Shape> shapes = new ArrayList<>();
    private final Vector light = new Vector(-0.5, 0.8, -0.6).unit();

    private RayTracer(Kernel kernel) {
        workers = kernel.workers;
        size = kernel.size;
        shapes.add(new Floor());
        for (int i = 0; i < 16; i++) {
            Vector centre = new Vector(i % 4 * 2 - 3, 0.8 + i % 3, i / 4 * 2);
            shapes.add(new Sphere(centre, 0.8, 0.3 + 0.04 * i));
        }
    }

    private double trace(Ray ray, int reflections) {
        Shape nearest = null;
        double distance = FAR;
        for (Shape shape : shapes) {
            double d = shape.distance(ray);
            if (d < distance) {
                distance = d;
                nearest = shape;
            }
        }
        if (nearest == null) {
            return 0.5 + 0.5 * ray.direction.y;
        }
        Vector point = ray.at(distance);
        Vector normal = nearest.normal(point);
        double lit = isShaded(point) ? 0.1 : 0.1 + 0.9 * Math.max(0, normal.dot(light));
        double own = nearest.brightness(point) * lit;
        if (reflections == 0) {
            return own;
        }
        Vector mirrored = ray.direction.plus(normal, -2 * ray.direction.dot(normal));
        return 0.6 * own + 0.4 * trace(new Ray(point, mirrored), reflections - 1);
    }

    private boolean isShaded(Vector point) {
        Ray ray = new Ray(point, light);
        for (Shape shape : shapes) {
            if (shape.distance(ray) < FAR) {
                return true;
            }
        }
        return false;
    }

    private void draw(int line, int[] pixels) {
        Vector eye = new Vector(0, 3, -10);
        for (int column = 0; column < size; column++) {
            double right = (column + 0.5) / size - 0.5;
            double up = 0.5 - (line + 0.5) / size;
            Vector direction = new Vector(right, up - 0.1, 1).unit();
            pixels[column] = (int) (255 * Math.min(1, trace(new Ray(eye, direction), REFLECTIONS)));
        }
    }

    private long round() throws InterruptedException {
        int[][] image = new int[size][size];
        Lines lines = new Lines();
        workers.inParallel(worker -> {
            for (int line = lines.next(); line < size; line = lines.next()) {
                draw(line, image[line]);
            }
            return 0;
        });
        long digest = 0;
        for (int[] line : image) {
            for (int pixel : line) {
                digest = 31 * digest + pixel;
            }
        }
        return digest;
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 150);
        RayTracer rayTracer = new RayTracer(kernel);
        kernel.measure(rayTracer::round);
    }
}
