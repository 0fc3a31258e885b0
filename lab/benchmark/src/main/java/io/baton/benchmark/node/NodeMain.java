package io.baton.benchmark.node;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The main class of a contestant's JVM. It reads commands, one a line, and answers each with a line that starts with {@code @}; other
 * lines are the contestant's log. It ends with its input, so that it cannot outlive the driver.
 */
public final class NodeMain {

    private NodeMain() {}

    /** Arguments: the contestant, the database's URL and settings. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Settings settings = Settings.of(arguments[1], List.of(arguments).subList(2, arguments.length));
        Contestant contestant = contestant(arguments[0], settings);
        Commands commands = new Commands(contestant, StartTimes.OF_THIS_JVM, new Traffic(contestant));
        out.println("@ok");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(commands, line));
        }
        // nothing that a database is left with matters any more
        Runtime.getRuntime().halt(0);
    }

    private static String answer(Commands commands, String line) {
        try {
            return "@ok " + commands.obey(line.split(" "));
        } catch (Exception e) {
            e.printStackTrace();
            return "@failed " + e;
        }
    }

    private static Contestant contestant(String name, Settings settings) throws Exception {
        return switch (name) {
            case "plain-postgres" -> new PlainPostgres(settings);
            case "plain-lean" -> new LeanPostgres(settings);
            case "plain-mariadb" -> new PlainMariaDb(settings);
            case "baton" -> new Baton(settings);
            case "db-scheduler" -> new DbScheduler(settings);
            case "jobrunr" -> new JobRunrServer(settings);
            case "quartz" -> new Quartz(settings);
            default -> throw new IllegalArgumentException("Unknown contestant " + name);
        };
    }
}
