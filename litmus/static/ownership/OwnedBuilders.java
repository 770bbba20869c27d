//! Builders, which return themselves, and objects under construction.
import java.util.ArrayList;
import java.util.List;
import javax.inject.Inject;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class OwnedBuilders {
    static class Car {
        int wheels;
        List<String> parts = new ArrayList<>();
    }

    static class CarBuilder {
        private final Car car = new Car();
        private int doors;

        // Clean: the class shows no sign of concurrency, and whoever chains the calls owns the builder.
        CarBuilder wheels(int wheels) {
            car.wheels = wheels;
            return this;
        }

        // Clean: see wheels.
        CarBuilder doors(int doors) {
            this.doors = doors;
            return this;
        }

        // Clean: see wheels.
        CarBuilder part(String part) {
            car.parts.add(part);
            return this;
        }

        // Clean: hands the car over.
        Car build() {
            return car;
        }
    }

    private final CarBuilder shared = new CarBuilder();
    private final Car injected;

    // Clean: a constructor that the injector calls owns its parameters.
    @Inject
    public OwnedBuilders(Car car) {
        car.wheels = 4;
        injected = car;
    }

    // Reported: the parameter of an ordinary constructor is the caller's.
    public OwnedBuilders(Car car, int wheels) {
        car.wheels = wheels; //~ true-positive unprotected-write wheels
        injected = car;
    }

    // Clean: every link of the chain is the builder that was made here.
    public Car chained() {
        return new CarBuilder().wheels(4).doors(5).part("bell").build();
    }

    // Clean: what an own builder builds is owned.
    public Car built() {
        Car car = new CarBuilder().wheels(4).build();
        car.wheels = 3;
        return car;
    }

    // Reported: the builder is shared by all callers.
    public void sharedBuilder(int doors) {
        shared.doors(doors); //~ true-positive unprotected-write doors
    }

    // Reported: a builder that was passed in, which another thread may have too.
    public void givenBuilder(CarBuilder builder) {
        builder.doors(3); //~ true-positive unprotected-write doors
    }
}
