import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * Two threads, one after the other in real time and without any order, write to fields that annotations
 * exempt from checking, and to one that none does.
 */
public final class Exempt {
    /** Retention CLASS, the default. */
    @interface BenignRace {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface SuppressRaces {
        String[] value() default {};
    }

    /** Exempts nothing. */
    @interface Other {}

    @BenignRace int annotated;
    @BenignRace static int annotatedStatic;
    @Other int checked;
    int inMethod;
    int inLambda;

    @SuppressRaces({"a", "b"})
    static class All {
        int one;
        static long two;
    }

    static class Sub extends All {}

    private final Sub sub = new Sub();

    public static void main(String[] args) throws InterruptedException {
        Exempt exempt = new Exempt();
        Racing.oneAfterTheOther(exempt::write);
        System.out.println(exempt.annotated + exempt.sub.one);
    }

    private void write() {
        annotated++;
        annotatedStatic++;
        sub.one++;
        All.two++;
        method();
        checked++;
    }

    @SuppressRaces
    private void method() {
        inMethod++;
        Runnable lambda = () -> inLambda++;
        lambda.run();
    }
}
