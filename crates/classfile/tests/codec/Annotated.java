import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A type annotation at every kind of place in code that the language allows. */
class Annotated {
    @interface Part {
        String[] names() default {};

        Class<?> type() default Object.class;
    }

    @Target(ElementType.TYPE_USE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Seen {
        int value() default 0;

        Part[] parts() default {};

        RetentionPolicy policy() default RetentionPolicy.CLASS;
    }

    @Target(ElementType.TYPE_USE)
    @interface Unseen {}

    <T> Annotated() {}

    <T> T same(T value) {
        return value;
    }

    @SuppressWarnings("try")
    Object everywhere(Object o) throws Exception {
        @Seen(1) @Unseen String local = "x";
        List<@Unseen String> nested = new @Seen ArrayList<@Seen(2) String>();
        try (@Seen(3) AutoCloseable resource = () -> {}) {
            nested.add(local);
        } catch (@Seen(parts = @Part(names = {"a", "b"}, type = int[].class)) IllegalStateException
                | @Seen(4) IllegalArgumentException e) {
            nested.clear();
        } catch (@Seen(policy = RetentionPolicy.SOURCE) RuntimeException e) {
            nested.clear();
        }
        boolean is = o instanceof @Seen(5) String;
        Supplier<Annotated> create = @Seen(6) Annotated::new;
        Supplier<Annotated> createTyped = Annotated::<@Seen(7) String>new;
        Function<String, List<String>> call = @Seen(8) List::of;
        Function<String, String> callTyped = this::<@Seen(9) String>same;
        new <@Seen(10) String>Annotated();
        this.<@Seen(11) String>same("y");
        return is ? (@Seen(12) String) o : List.of(create, createTyped, call, callTyped);
    }
}
