import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;

/** What only inline mocks can: final classes, statics, constructions, classes of the JDK. */
class MocksTest {
    static final class Time {
        private int now;

        final int now() {
            return now;
        }

        void set(int now) {
            this.now = now;
        }

        static String zone() {
            return "UTC";
        }
    }

    static class Service {
        private final Time time;
        private int calls;

        Service(Time time) {
            this.time = time;
        }

        int next() {
            calls++;
            return time.now() + 1;
        }
    }

    @Test
    void finalClasses() {
        Time time = mock(Time.class);
        when(time.now()).thenReturn(41);
        assertEquals(42, new Service(time).next());
        verify(time).now();
    }

    @Test
    void statics() {
        try (MockedStatic<Time> mocked = mockStatic(Time.class)) {
            mocked.when(Time::zone).thenReturn("CET");
            assertEquals("CET", Time.zone());
        }
        assertEquals("UTC", Time.zone());
    }

    @Test
    void constructions() {
        try (MockedConstruction<Service> mocked = mockConstruction(Service.class)) {
            assertEquals(0, new Service(null).next());
            assertEquals(1, mocked.constructed().size());
        }
    }

    @Test
    void spies() {
        Time time = spy(new Time());
        time.set(5);
        assertEquals(5, time.now());
        List<String> list = spy(new ArrayList<>());
        list.add("one");
        verify(list).add("one");
        assertEquals(1, list.size());
    }

    @Test
    void classesOfTheJdk() {
        Random random = mock(Random.class);
        when(random.nextInt()).thenReturn(7);
        assertEquals(7, random.nextInt());
    }

    @Test
    void raceOnPurpose() throws InterruptedException {
        Service service = new Service(new Time());
        Thread other = new Thread(service::next);
        other.start();
        service.next();
        other.join();
    }
}
