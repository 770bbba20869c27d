import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Several clients of one in-memory H2 database: inserts, transfers between shared accounts in
 * transactions, updates, deletes, joins and aggregates. It prints only what is the same for every
 * interleaving of the clients.
 */
public final class H2Clients {
    private static final String URL = "jdbc:h2:mem:clients;DB_CLOSE_DELAY=-1";
    private static final int CLIENTS = 4;
    private static final int ACCOUNTS = 64;
    private static final int OPENING_BALANCE = 1_000;
    private static final int TRANSFERS = 1_500;
    private static final int NOTES = 1_000;

    /**
     * Written by every client as its first action, without any lock: the race that must be found. No
     * client has synchronized with another one by then, so no two of the writes are ordered.
     */
    static int seededRace;

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
            seededRace = number;
            try (Connection connection = DriverManager.getConnection(URL)) {
                for (int i = 0; i < TRANSFERS; i++) {
                    transferUntilCommitted(connection);
                }
                writeNotes(connection);
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
            connection.setAutoCommit(false);
            while (true) {
                try {
                    transfer(connection, from, to, amount);
                    connection.commit();
                    break;
                } catch (SQLException e) {
                    connection.rollback();
                    if (!isConflict(e)) {
                        throw e;
                    }
                }
            }
            connection.setAutoCommit(true);
        }

        private void transfer(Connection connection, int from, int to, int amount) throws SQLException {
            String add = "UPDATE account SET balance = balance + ?, version = version + 1 WHERE id = ?";
            try (PreparedStatement update = connection.prepareStatement(add)) {
                update.setInt(1, -amount);
                update.setInt(2, from);
                update.executeUpdate();
                update.setInt(1, amount);
                update.setInt(2, to);
                update.executeUpdate();
            }
            String log = "INSERT INTO transfer(client, source, target, amount) VALUES (?, ?, ?, ?)";
            try (PreparedStatement insert = connection.prepareStatement(log)) {
                insert.setInt(1, number);
                insert.setInt(2, from);
                insert.setInt(3, to);
                insert.setInt(4, amount);
                insert.executeUpdate();
            }
        }

        /** Rows of this client alone: inserted, half of them changed, a quarter deleted. */
        private void writeNotes(Connection connection) throws SQLException {
            String add = "INSERT INTO note(client, number, text) VALUES (?, ?, ?)";
            try (PreparedStatement insert = connection.prepareStatement(add)) {
                for (int i = 0; i < NOTES; i++) {
                    insert.setInt(1, number);
                    insert.setInt(2, i);
                    insert.setString(3, "note " + i + " of client " + number);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            String change = "UPDATE note SET text = UPPER(text) WHERE client = ? AND MOD(number, 2) = 0";
            String remove = "DELETE FROM note WHERE client = ? AND MOD(number, 4) = 1";
            try (PreparedStatement update = connection.prepareStatement(change);
                    PreparedStatement delete = connection.prepareStatement(remove)) {
                update.setInt(1, number);
                update.executeUpdate();
                delete.setInt(1, number);
                delete.executeUpdate();
            }
        }
    }

    /** Whether another client's transaction was in the way (deadlock, lock timeout, concurrent update). */
    private static boolean isConflict(SQLException e) {
        return "40001".equals(e.getSQLState()) || "HYT00".equals(e.getSQLState()) || "90131".equals(e.getSQLState());
    }

    private static void createTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account(id INT PRIMARY KEY, balance INT NOT NULL, version INT NOT NULL)");
            statement.execute("CREATE TABLE transfer(id INT AUTO_INCREMENT PRIMARY KEY, client INT,"
                    + " source INT, target INT, amount INT)");
            statement.execute("CREATE TABLE note(client INT, number INT, text VARCHAR(100),"
                    + " PRIMARY KEY (client, number))");
            statement.execute("CREATE INDEX transfer_client ON transfer(client)");
            statement.execute("INSERT INTO account SELECT x, " + OPENING_BALANCE
                    + ", 0 FROM SYSTEM_RANGE(0, " + (ACCOUNTS - 1) + ")");
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
        printQuery(
                connection,
                "notes, characters, changed",
                "SELECT client, COUNT(*), SUM(LENGTH(text)), COUNT(CASE WHEN text = UPPER(text) THEN 1 END)"
                        + " FROM note GROUP BY client ORDER BY client");
    }

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL)) {
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
    }
}
