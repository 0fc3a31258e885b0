package io.baton.benchmark;

import io.baton.benchmark.node.NodeMain;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A contestant's JVM, or what is its JVM, seen from outside. */
final class Jvm implements AutoCloseable {

    private static final List<String> JAVA = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms128m",
            "-Xmx512m",
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            NodeMain.class.getName());

    /** Where each JVM leaves a flight recording, if anywhere. */
    private static final @Nullable String RECORDINGS = System.getenv("BATON_BENCHMARK_RECORDINGS");

    private static final long LONGEST_GOODBYE_SECONDS = 20;

    private final Process process;
    private final BufferedReader replies;
    private final PrintStream commands;
    private final PrintStream log;
    private final Path numbers;

    private Jvm(Process process, Path directory) throws IOException {
        this.process = process;
        replies = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        log = new PrintStream(Files.newOutputStream(directory.resolve(process.pid() + ".log")), true);
        numbers = directory.resolve(process.pid() + ".numbers");
    }

    /** Starts one with more options; it is ready after its first reply. */
    static Jvm start(Entrant entrant, String url, Path directory, List<String> options) throws IOException {
        // a recording and an archive of classes do not go together
        List<String> more = RECORDINGS == null
                ? options
                : List.of("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + RECORDINGS);
        return started(entrant, url, directory, more);
    }

    private static Jvm started(Entrant entrant, String url, Path directory, List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        if (entrant.kind().runsInNode()) {
            command.addAll(NodePeers.command(entrant.kind()));
        } else {
            command.addAll(JAVA);
            command.addAll(1, options);
            command.add(entrant.kind().contestant);
        }
        command.add(url);
        command.addAll(entrant.settings());
        return new Jvm(new ProcessBuilder(command).redirectErrorStream(true).start(), directory);
    }

    /** Has one run a few jobs and end, and keeps what it loaded in a file for others, if the classes come from jars only. */
    static void train(Entrant entrant, String url, Path directory, Path archive) throws Exception {
        try (Jvm jvm = started(entrant, url, directory, List.of("-XX:ArchiveClassesAtExit=" + archive))) {
            jvm.reply();
            jvm.ask("expect", 1);
            jvm.ask("on");
            jvm.ask("enqueue", 1, 1);
            Patience.upTo(Duration.ofMinutes(1)).until("a job has run", () -> jvm.number("count") == 1);
            jvm.commands.close();
            jvm.replies.lines().forEach(jvm.log::println);
            jvm.process.waitFor();
        }
    }

    void send(Object... words) {
        commands.println(
                String.join(" ", List.of(words).stream().map(Object::toString).toList()));
    }

    String reply() throws IOException {
        for (String line = replies.readLine(); line != null; line = replies.readLine()) {
            if (line.startsWith("@ok")) {
                return line.substring("@ok".length()).trim();
            }
            if (line.startsWith("@failed")) {
                throw new IllegalStateException(line);
            }
            log.println(line);
        }
        throw new IllegalStateException("The JVM " + process.pid() + " ended; see its log");
    }

    String ask(Object... words) throws IOException {
        send(words);
        return reply();
    }

    long number(Object... words) throws IOException {
        return Long.parseLong(ask(words));
    }

    /** Numbers that a command writes to a file, whose name is its last word. */
    long[] numbers(String command) throws IOException {
        startNumbers(command);
        return awaitNumbers();
    }

    void startNumbers(String command) {
        send(command, numbers);
    }

    long[] awaitNumbers() throws IOException {
        reply();
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(numbers)))) {
            long[] result = new long[(int) (Files.size(numbers) / Long.BYTES)];
            for (int i = 0; i < result.length; i++) {
                result[i] = in.readLong();
            }
            return result;
        } finally {
            Files.delete(numbers);
        }
    }

    double cpuSeconds() {
        return Cpu.own(process.pid());
    }

    double residentMegabytes() {
        return Cpu.residentMegabytes(process.pid());
    }

    /** {@code kill -9}, unless there is a recording to write. */
    @Override
    public void close() {
        if (RECORDINGS != null) {
            // unlike the process, its handle leaves standard input open, whose end would end it without a recording
            process.toHandle().destroy();
            process.onExit()
                    .completeOnTimeout(process, LONGEST_GOODBYE_SECONDS, TimeUnit.SECONDS)
                    .join();
        }
        process.destroyForcibly();
        log.close();
    }
}
