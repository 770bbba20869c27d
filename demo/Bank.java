/**
 * Two tellers work on one account: one deposits, the other withdraws the same sums. The balance
 * should be 0 in the end; as {@code withdraw} forgets to lock, money gets lost or made now and then.
 */
public class Bank {
    static class Account {
        private long balance;

        synchronized void deposit(long amount) {
            balance += amount;
        }

        // The bug: not synchronized.
        void withdraw(long amount) {
            balance -= amount;
        }

        synchronized long balance() {
            return balance;
        }
    }

    private static final int TRANSACTIONS = 100_000;

    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        Thread depositor = new Thread(() -> {
            for (int i = 0; i < TRANSACTIONS; i++) {
                account.deposit(i);
            }
        }, "depositor");
        Thread withdrawer = new Thread(() -> {
            for (int i = 0; i < TRANSACTIONS; i++) {
                account.withdraw(i);
            }
        }, "withdrawer");
        depositor.start();
        withdrawer.start();
        depositor.join();
        withdrawer.join();
        System.out.println("balance: " + account.balance());
    }
}
