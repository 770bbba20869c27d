import java.util.ArrayList;
import java.util.List;

/** Starts as many JVMs as the first argument says, four at a time; the rest is their command line. */
public final class Forks {
    public static void main(String[] args) throws Exception {
        String[] command = java.util.Arrays.copyOfRange(args, 1, args.length);
        List<Process> running = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            running.add(new ProcessBuilder(command).inheritIO().start());
            if (running.size() == 4) {
                await(running);
            }
        }
        await(running);
    }

    private static void await(List<Process> running) throws Exception {
        for (Process process : running) {
            process.waitFor();
        }
        running.clear();
    }
}
