package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SecondTillTest {
    @Test
    void twoCustomersAtOnce() throws InterruptedException {
        Till till = new Till();
        Thread other = new Thread(() -> till.take(1));
        other.start();
        till.take(1);
        other.join();
        assertTrue(till.taken() > 0);
    }
}
