package programs;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A web application and, in the same JVM, clients that know what they must be answered. */
@SpringBootApplication
public class Hello {
    private static final int CLIENTS = 8;
    private static final int ROUNDS = 30;

    /** Made when the first request needs it, by whichever thread that is. */
    @Lazy
    @Component
    public static class Greetings {
        private final String greeting;

        public Greetings() {
            greeting = "hello";
        }

        String greet(String name) {
            return greeting + " " + name;
        }
    }

    /** What a client posts and is sent back as JSON, one step further. */
    public static class Order {
        private String customer;
        private int amount;
        private List<String> items = List.of();

        public String getCustomer() {
            return customer;
        }

        public void setCustomer(String customer) {
            this.customer = customer;
        }

        public int getAmount() {
            return amount;
        }

        public void setAmount(int amount) {
            this.amount = amount;
        }

        public List<String> getItems() {
            return items;
        }

        public void setItems(List<String> items) {
            this.items = items;
        }
    }

    @RestController
    public static class Pages {
        private final Greetings greetings;
        private final ConcurrentHashMap<String, AtomicInteger> visits = new ConcurrentHashMap<>();

        public Pages(@Lazy Greetings greetings) {
            this.greetings = greetings;
        }

        @GetMapping("/hello")
        public String hello(@RequestParam("name") String name) {
            return greetings.greet(name);
        }

        @GetMapping("/visits/{name}")
        public int visits(@PathVariable("name") String name) {
            return visits.computeIfAbsent(name, key -> new AtomicInteger()).incrementAndGet();
        }

        @GetMapping("/later")
        public Callable<String> later(@RequestParam("name") String name) {
            return () -> "later " + name;
        }

        @GetMapping("/future")
        public CompletableFuture<String> future(@RequestParam("name") String name) {
            return CompletableFuture.supplyAsync(() -> "future " + name);
        }

        @PostMapping("/order")
        public Order order(@RequestBody Order order) {
            order.setAmount(order.getAmount() + order.getItems().size());
            return order;
        }
    }

    private static final class Client extends Thread {
        private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        private final int number;
        private final int port;
        private final AtomicInteger right;
        private Throwable failure;

        Client(int number, int port, AtomicInteger right) {
            super("client-" + number);
            this.number = number;
            this.port = port;
            this.right = right;
        }

        @Override
        public void run() {
            try {
                for (int round = 1; round <= ROUNDS; round++) {
                    String name = "client" + number;
                    expect("hello " + name, send(request("/hello?name=" + name)));
                    expect(String.valueOf(round), send(request("/visits/" + name)));
                    expect("later " + name, send(request("/later?name=" + name)));
                    expect("future " + name, send(request("/future?name=" + name)));
                    String order = "{\"customer\":\"" + name + "\",\"amount\":%d,\"items\":[\"pen\",\"ink\"]}";
                    expect(order.formatted(round + 2), send(request("/order")
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(order.formatted(round)))));
                    expect("404", String.valueOf(http.send(request("/nowhere").build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode()));
                }
            } catch (Throwable e) {
                failure = e;
            }
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        }

        private String send(HttpRequest.Builder request) throws Exception {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
        }

        private void expect(String expected, String found) {
            if (!expected.equals(found)) {
                throw new IllegalStateException("expected " + expected + ", got " + found);
            }
            right.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger right = new AtomicInteger();
        try (var context = (ServletWebServerApplicationContext) SpringApplication.run(Hello.class, args)) {
            Client[] clients = new Client[CLIENTS];
            for (int i = 0; i < CLIENTS; i++) {
                clients[i] = new Client(i, context.getWebServer().getPort(), right);
                clients[i].start();
            }
            for (Client client : clients) {
                client.join();
                if (client.failure != null) {
                    throw new IllegalStateException(client.getName() + " failed", client.failure);
                }
            }
        }
        System.out.println("right answers: " + right.get());
    }
}
