import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Several clients of one in-memory Derby database: transfers between shared accounts in transactions that may
 * deadlock and are then repeated, and rows of each client's own. It prints only what is the same for every
 * interleaving of the clients.
 */
public final class DerbyClients {
    private static final String URL = "jdbc:derby:memory:clients";
    private static final int CLIENTS = 4;
    private static final int ACCOUNTS = 64;
    private static final int OPENING_BALANCE = 1_000;
    private static final int TRANSFERS = 250;
    private static final int NOTES = 200;

    private static final class Client extends Thread {
        private final int number;
        private int state;
        private Throwable failure;

        Client(int number) {
            super("client-" + number);
            this.number = number;
            this.state = number + 1;
        }

        @Override
        public void run() {
            try (Connection connection = DriverManager.getConnection(URL)) {
                connection.setAutoCommit(false);
                for (int i = 0; i < TRANSFERS; i++) {
                    transferUntilCommitted(connection);
                }
                writeNotes(connection);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                failure = e;
            }
        }

        private int next(int bound) {
            state = state * 1_103_515_245 + 12_345;
            return (state >>> 8) % bound;
        }

        private void transferUntilCommitted(Connection connection) throws SQLException {
            int from = next(ACCOUNTS);
            int to = (from + 1 + next(ACCOUNTS - 1)) % ACCOUNTS;
            int amount = 1 + next(50);
            // Accounts are locked in order of their numbers, so that clients seldom wait for each other in a circle.
            while (true) {
                try {
                    add(connection, Math.min(from, to), from < to ? -amount : amount);
                    add(connection, Math.max(from, to), from < to ? amount : -amount);
                    log(connection, from, to, amount);
                    connection.commit();
                    return;
                } catch (SQLException e) {
                    connection.rollback();
                    if (!isConflict(e)) {
                        throw e;
                    }
                }
            }
        }

        private void add(Connection connection, int account, int amount) throws SQLException {
            String sql = "UPDATE account SET balance = balance + ?, version = version + 1 WHERE id = ?";
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setInt(1, amount);
                update.setInt(2, account);
                update.executeUpdate();
            }
        }

        private void log(Connection connection, int from, int to, int amount) throws SQLException {
            String sql = "INSERT INTO transfer(client, source, target, amount) VALUES (?, ?, ?, ?)";
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setInt(1, number);
                insert.setInt(2, from);
                insert.setInt(3, to);
                insert.setInt(4, amount);
                insert.executeUpdate();
            }
        }

        /** Rows of this client alone, in a table of its own: inserted, half of them changed, a quarter deleted. */
        private void writeNotes(Connection connection) throws SQLException {
            String table = "note" + number;
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?)")) {
                for (int i = 0; i < NOTES; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "note " + i + " of client " + number);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE " + table + " SET text = UPPER(text) WHERE MOD(number, 2) = 0");
                statement.executeUpdate("DELETE FROM " + table + " WHERE MOD(number, 4) = 1");
            }
        }
    }

    /** Whether another client's transaction was in the way (deadlock, lock timeout). */
    private static boolean isConflict(SQLException e) {
        return "40001".equals(e.getSQLState()) || "40XL1".equals(e.getSQLState());
    }

    private static void createTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account(id INT PRIMARY KEY, balance INT NOT NULL, version INT NOT NULL)");
            statement.execute("CREATE TABLE transfer(id INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, client INT,"
                    + " source INT, target INT, amount INT)");
            statement.execute("CREATE INDEX transfer_client ON transfer(client)");
            for (int i = 0; i < CLIENTS; i++) {
                statement.execute("CREATE TABLE note" + i + "(number INT PRIMARY KEY, text VARCHAR(100))");
            }
            for (int i = 0; i < ACCOUNTS; i++) {
                statement.execute("INSERT INTO account VALUES (" + i + ", " + OPENING_BALANCE + ", 0)");
            }
        }
    }

    private static void printQuery(Connection connection, String title, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder(title).append(':');
                for (int column = 1; column <= columns; column++) {
                    line.append(' ').append(rows.getString(column));
                }
                System.out.println(line);
            }
        }
    }

    private static void printOutcome(Connection connection) throws SQLException {
        printQuery(connection, "accounts, money, updates", "SELECT COUNT(*), SUM(balance), SUM(version) FROM account");
        printQuery(
                connection,
                "transfers and amount by client",
                "SELECT client, COUNT(*), SUM(amount) FROM transfer GROUP BY client ORDER BY client");
        printQuery(
                connection,
                "accounts whose balance disagrees with the transfers",
                "SELECT COUNT(*) FROM account a WHERE a.balance <> " + OPENING_BALANCE
                        + " + (SELECT COALESCE(SUM(CASE WHEN t.target = a.id THEN t.amount ELSE -t.amount END), 0)"
                        + " FROM transfer t WHERE t.source = a.id OR t.target = a.id)");
        printQuery(connection, "balances", "SELECT id, balance, version FROM account WHERE MOD(id, 8) = 0 ORDER BY id");
        for (int i = 0; i < CLIENTS; i++) {
            printQuery(connection, "notes of client " + i, "SELECT COUNT(*), SUM(LENGTH(text)) FROM note" + i);
        }
    }

    private static void shutDown() throws SQLException {
        try {
            DriverManager.getConnection("jdbc:derby:;shutdown=true");
        } catch (SQLException e) {
            // Derby tells of every shutdown by an exception.
            if (!"XJ015".equals(e.getSQLState())) {
                throw e;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL + ";create=true")) {
            createTables(connection);
            Client[] clients = new Client[CLIENTS];
            for (int i = 0; i < CLIENTS; i++) {
                clients[i] = new Client(i);
            }
            for (Client client : clients) {
                client.start();
            }
            for (Client client : clients) {
                client.join();
                if (client.failure != null) {
                    throw new IllegalStateException(client.getName() + " failed", client.failure);
                }
            }
            printOutcome(connection);
        }
        shutDown();
    }
}
