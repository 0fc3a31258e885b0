package io.baton.testing.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Programs of the machine, run to their end. */
public final class Commands {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int FIRST_PORT = 15_000;
    private static final int LAST_PORT = 32_000;
    private static final int MOST_PORTS_TRIED = 1_000;
    private static final int LINES_SHOWN = 40;

    private Commands() {}

    /** Runs a program to its end, with its output in the log; fails if it does. */
    static void run(Path log, List<String> command) {
        if (exitOf(log, command) != 0) {
            throw new IllegalStateException(command.get(0) + " failed:\n" + endOf(log));
        }
    }

    /** Returns what a program wrote last, for people who cannot look at the file. */
    static String endOf(Path log) {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - LINES_SHOWN), all.size()));
        } catch (IOException | UncheckedIOException e) {
            return log + " cannot be read: " + e.getMessage();
        }
    }

    /** Whether a program runs to its end and is content. */
    static boolean succeeds(List<String> command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static int exitOf(Path log, List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(command.get(0) + " does not end:\n" + endOf(log));
            }
            return process.exitValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends a signal to a process that this run started; fails if there is no such process. */
    public static void signal(String signal, long pid) {
        if (!succeeds(List.of("sh", "-c", "kill -" + signal + " " + pid))) {
            throw new IllegalStateException("Process " + pid + " did not get the signal " + signal);
        }
    }

    /** Sends a signal to a process of this run; returns whether it got there before the process ended. */
    public static boolean signal(String signal, Process process) {
        try {
            signal(signal, process.pid());
            return true;
        } catch (IllegalStateException e) {
            if (!ends(process)) {
                throw e;
            }
            return false;
        }
    }

    /** Whether it ends by now: what the system has cleared away already is known here a moment later. */
    private static boolean ends(Process process) {
        try {
            return process.waitFor(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns a program by its name, also where the path of a plain user does not lead. */
    public static Optional<Path> program(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Arrays.stream(path.split(":")), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static boolean root() {
        return "root".equals(System.getProperty("user.name"));
    }

    static boolean linuxOnX86() {
        return "Linux".equals(System.getProperty("os.name")) && "amd64".equals(System.getProperty("os.arch"));
    }

    /**
     * Returns a port that nobody uses. It is none of those that the system gives to outgoing connections, one of which could have it before the
     * server does, or while the server is away.
     */
    public static int freePort() {
        IntStream ports = ThreadLocalRandom.current().ints(FIRST_PORT, LAST_PORT);
        return ports.limit(MOST_PORTS_TRIED)
                .filter(Commands::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits until a database answers, as long as its server runs. */
    public static void awaitAnswer(String url, String user, BooleanSupplier runs, Path log) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!answers(url, user)) {
            if (!runs.getAsBoolean() || System.nanoTime() > end) {
                throw new IllegalStateException("No answer from " + url + ", whose server says:\n" + endOf(log));
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** Executes a statement as somebody without a password. */
    static void execute(String url, String user, String sql) {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql + " fails at " + url, e);
        }
    }

    private static boolean answers(String url, String user) {
        try (Connection connection = DriverManager.getConnection(url, user, "")) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }
}
