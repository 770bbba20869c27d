import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.gzip.GzipHandler;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A server on the loopback interface and several clients, each of which knows what it must be answered. */
public final class ServerAndClients {
    private static final int CLIENTS = 8;
    private static final int ROUNDS = 150;

    /** Says hello, with a body long enough to be compressed. */
    private static final class Hello extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String name = Request.extractQueryParameters(request).getValue("name");
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
            Content.Sink.write(response, true, ("hello " + name + " ").repeat(40), callback);
            return true;
        }
    }

    /** Counts the requests of one session. */
    private static final class Count extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Session session = request.getSession(true);
            Integer before = (Integer) session.getAttribute("count");
            int count = before == null ? 1 : before + 1;
            session.setAttribute("count", count);
            Content.Sink.write(response, true, String.valueOf(count), callback);
            return true;
        }
    }

    /** Sends the request's body back from a thread of its own. */
    private static final class Echo extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            request.getContext().execute(() -> Content.copy(request, response, callback));
            return true;
        }
    }

    private static final class Client extends Thread {
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
            HttpClient http = new HttpClient();
            try {
                http.start();
                for (int round = 1; round <= ROUNDS; round++) {
                    String name = "client" + number + "round" + round;
                    expect("hello " + name + " ", get(http, "/hello/?name=" + name).substring(0, name.length() + 7));
                    expect(String.valueOf(round), get(http, "/count/"));
                    String body = ("body of " + name + "\n").repeat(round);
                    expect(body, http.POST(uri("/echo/"))
                            .body(new StringRequestContent("text/plain", body, StandardCharsets.UTF_8))
                            .send()
                            .getContentAsString());
                }
            } catch (Throwable e) {
                failure = e;
            } finally {
                try {
                    http.stop();
                } catch (Exception e) {
                    failure = e;
                }
            }
        }

        private String uri(String path) {
            return "http://127.0.0.1:" + port + path;
        }

        private String get(HttpClient http, String path) throws Exception {
            ContentResponse response = http.GET(uri(path));
            return response.getStatus() == 200 ? response.getContentAsString() : "status " + response.getStatus();
        }

        private void expect(String expected, String found) {
            if (!expected.equals(found)) {
                throw new IllegalStateException("expected " + expected + ", got " + found);
            }
            right.incrementAndGet();
        }
    }

    private static Server server() {
        QueuedThreadPool threads = new QueuedThreadPool(16, 4);
        threads.setName("server");
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        GzipHandler gzip = new GzipHandler();
        gzip.setMinGzipSize(64);
        gzip.setHandler(new Hello());
        SessionHandler sessions = new SessionHandler();
        sessions.setHandler(new Count());
        server.setHandler(new ContextHandlerCollection(
                new ContextHandler(gzip, "/hello"),
                new ContextHandler(sessions, "/count"),
                new ContextHandler(new Echo(), "/echo")));
        return server;
    }

    public static void main(String[] args) throws Exception {
        Server server = server();
        server.start();
        try {
            serve(server);
        } finally {
            server.stop();
        }
        System.out.println("server is stopped: " + server.isStopped());
    }

    private static void serve(Server server) throws Exception {
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        AtomicInteger right = new AtomicInteger();
        Client[] clients = new Client[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            clients[i] = new Client(i, port, right);
            clients[i].start();
        }
        for (Client client : clients) {
            client.join();
            if (client.failure != null) {
                throw new IllegalStateException(client.getName() + " failed", client.failure);
            }
        }
        System.out.println("right answers: " + right.get());
    }
}
