import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;

/** Prints what a program can learn of its own classes. Nothing that redflag adds may show. */
public final class Mirror {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {
        int value() default 7;
    }

    interface Shape {
        int[] CORNERS = {1, 2, 3};

        default int corners() {
            return CORNERS.length;
        }
    }

    /** No initializer, no serialVersionUID: the default one is computed from all members. */
    @Marked
    @SuppressWarnings("serial")
    static class Point implements Serializable, Shape {
        private static int created;
        protected int x;
        volatile long stamp;
        final String name;
        int[] data = {1, 2, 3};
        transient Object scratch = new Object();
        public double[][] grid = new double[2][2];

        Point(String name) {
            this.name = name;
            created++;
        }

        synchronized int sum() {
            int sum = x;
            for (int d : data) {
                sum += d;
            }
            return sum;
        }
    }

    static class Point3 extends Point {
        private static final long serialVersionUID = 3L;
        private int z;

        Point3(String name) {
            super(name);
            z = 9;
        }
    }

    /** Only an initializer: its presence is part of the default serialVersionUID. */
    @SuppressWarnings("serial")
    static class Initialized implements Serializable {
        static final List<String> NAMES = new ArrayList<>();
        private boolean flag;

        boolean flip() {
            flag = !flag;
            return flag;
        }
    }

    @SuppressWarnings("serial")
    static class Foreign implements Serializable {
        int read(Point p, Point3 q) {
            return p.x + q.x + q.data[1] + p.data.length;
        }
    }

    record Pair(String left, int[] right) implements Serializable {
        static int made;

        Pair {
            made++;
        }
    }

    record Span(int from, long to) implements Serializable {}

    enum Suit {
        HEARTS(1),
        SPADES(2) {
            @Override
            int weight() {
                return weight * 2;
            }
        };

        final int weight;
        int uses;

        Suit(int weight) {
            this.weight = weight;
        }

        int weight() {
            uses++;
            return weight;
        }
    }

    static class Worker extends Thread {
        int turns;

        @Override
        public void run() {
            turns++;
        }
    }

    class Inner {
        int seen = outer;
    }

    int outer = 4;

    public static void main(String[] args) throws Throwable {
        Point point = new Point3("p");
        point.x = new Foreign().read(point, (Point3) point);
        synchronized (point) {
            point.stamp = point.sum();
        }
        Worker worker = new Worker();
        worker.start();
        worker.join();
        Object[] samples = {
            point, new Point("q"), new Initialized(), new Foreign(), new Pair("l", new int[] {1}),
            new Span(1, 2), Suit.SPADES, worker, new Mirror().new Inner(), Thread.currentThread(),
            Object.class, new int[0], (Runnable) () -> Point.created++,
        };
        List<Class<?>> classes = new ArrayList<>();
        for (Object sample : samples) {
            for (Class<?> c = sample.getClass(); c != null; c = c.getSuperclass()) {
                if (!classes.contains(c)) {
                    classes.add(c);
                }
            }
        }
        classes.addAll(List.of(Shape.class, Marked.class, Suit.class, Mirror.class, Class.class,
                java.util.concurrent.locks.ReentrantLock.class, java.util.concurrent.FutureTask.class,
                java.util.concurrent.ConcurrentHashMap.class));
        for (Class<?> c : classes) {
            if (!c.isHidden()) {
                members(c);
            }
        }
        for (Object sample : samples) {
            if (sample instanceof Serializable && !(sample instanceof Class<?>) && !sample.getClass().isHidden()) {
                serial(sample);
            }
        }
        behaviour(point);
        noBackDoor();
    }

    private static void members(Class<?> c) {
        System.out.println(c + " " + Modifier.toString(c.getModifiers()) + " " + c.isSynthetic()
                + " " + c.isRecord() + " " + c.getNestHost() + " " + c.getPackageName());
        List<String> lines = new ArrayList<>();
        for (Field f : c.getDeclaredFields()) {
            System.out.println("  field " + f.toGenericString() + " " + f.isSynthetic());
        }
        for (Field f : c.getFields()) {
            System.out.println("  public field " + f);
        }
        for (Method m : c.getDeclaredMethods()) {
            lines.add("  method " + m + " " + m.isSynthetic());
        }
        for (Constructor<?> m : c.getDeclaredConstructors()) {
            lines.add("  constructor " + m);
        }
        for (Class<?> m : c.getDeclaredClasses()) {
            lines.add("  class " + m);
        }
        if (c.isRecord()) {
            for (RecordComponent r : c.getRecordComponents()) {
                lines.add("  component " + r);
            }
        }
        lines.add("  annotations " + Arrays.toString(c.getAnnotations()));
        lines.add("  interfaces " + Arrays.toString(c.getInterfaces()));
        Collections.sort(lines);
        lines.forEach(System.out::println);
    }

    private static void serial(Object sample) throws Exception {
        ObjectStreamClass type = ObjectStreamClass.lookup(sample.getClass());
        System.out.println("serial " + type.getName() + " " + type.getSerialVersionUID());
        for (ObjectStreamField f : type.getFields()) {
            System.out.println("  " + f);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sample);
        }
        System.out.println("  " + bytes.size() + " bytes, hash " + Arrays.hashCode(bytes.toByteArray()));
        Object back;
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            back = in.readObject();
        }
        if (back instanceof Point) {
            Point p = (Point) back;
            System.out.println("  " + p.name + p.x + p.stamp + Arrays.toString(p.data) + p.scratch + p.sum());
            p.x = 5;
            p.data[2] = p.x;
            p.grid[1][1] = p.data[2];
        } else if (back instanceof Span || back instanceof Suit) {
            System.out.println("  " + back + back.equals(sample));
        }
    }

    private static void behaviour(Point point) throws Throwable {
        System.out.println(new Span(1, 2).equals(new Span(1, 2)) + " " + new Span(1, 2) + " " + new Span(3, 4).hashCode());
        System.out.println(new Span(1, 2).equals(new Span(1, 3)));
        for (Suit s : Suit.values()) {
            System.out.println(s + " " + s.ordinal() + s.weight() + s.getDeclaringClass());
        }
        int hash = System.identityHashCode(point);
        synchronized (point) {
            System.out.println(hash == System.identityHashCode(point));
        }
        IdentityHashMap<Object, Integer> map = new IdentityHashMap<>();
        map.put(point, 1);
        System.out.println(map.get(point) + " " + (hash == point.hashCode()));
        Shape shape = (Shape) Proxy.newProxyInstance(
                Mirror.class.getClassLoader(), new Class<?>[] {Shape.class}, (p, m, a) -> 42);
        System.out.println(shape.corners() + " " + shape.getClass().getDeclaredFields().length);
        System.out.println(MethodHandles.lookup().findGetter(Point.class, "x", int.class).invoke(point));
        Field x = Point.class.getDeclaredField("x");
        x.setInt(point, 77);
        System.out.println(x.getInt(point));
        System.out.println(Runtime.version().feature() > 0);
        System.out.println(Mirror.class.getResourceAsStream("Mirror.class").readAllBytes().length);
        System.out.println(point.grid.clone()[1].length + " " + point.data.getClass());
    }

    private static void noBackDoor() {
        for (Class<?> c : List.of(Point.class, Thread.class, Class.class)) {
            for (String name : List.of("$redflag$header", "$redflag$state")) {
                try {
                    System.out.println(c.getDeclaredField(name));
                } catch (NoSuchFieldException expected) {
                    System.out.println("none");
                }
            }
        }
    }
}
