package io.baton.faults.story;

import io.baton.faults.Await;
import io.baton.faults.chaos.ApplicationProperties;
import io.baton.faults.chaos.SharedClasses;
import io.baton.faults.proxy.FaultProxy;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A database with Baton's tables, and nodes of an application to be started on it. */
public final class Scene implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    final JdbcTemplate jdbc;

    private final Server server;
    private final Class<?> application;
    private final Reaper reaper;
    private final Path directory;
    private final SharedClasses classes;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private int started;

    Scene(Path directory, Reaper reaper) {
        this(directory, reaper, Server.Kind.POSTGRES, StoryApp.class);
        withoutWorker().close();
        jdbc.execute("CREATE TABLE effect (job_id bigint NOT NULL)");
    }

    /** Starts a database, still without tables, for nodes of this application. */
    public Scene(Path directory, Reaper reaper, Server.Kind kind, Class<?> application) {
        this.directory = directory;
        this.reaper = reaper;
        this.application = application;
        this.server = kind.start(directory, reaper);
        this.classes = SharedClasses.of(System.getProperty("java.class.path"), directory);
        this.jdbc = new JdbcTemplate(new DriverManagerDataSource(server.url(server.port()), server.user(), ""));
    }

    /** Starts a node without a worker in this JVM, which makes Baton's tables. */
    public ConfigurableApplicationContext withoutWorker(String... options) {
        List<String> settings = new ArrayList<>(ApplicationProperties.common(server, server.port()));
        settings.add("--baton.worker.enabled=false");
        settings.add("--logging.file.name=" + directory.resolve("without-worker.log"));
        settings.add("--logging.threshold.console=off");
        settings.addAll(List.of(options));
        return new SpringApplicationBuilder(application).logStartupInfo(false).run(settings.toArray(String[]::new));
    }

    /** Starts a node and waits until it is ready; later options win over the usual ones. */
    public NodeProcess node(String... options) {
        String name = "node-" + ++started;
        FaultProxy network = new FaultProxy(server.port());
        Path trace = directory.resolve(name + ".trace");
        NodeProcess node =
                new NodeProcess(name, start(name, network.port(), trace, List.of(options)), network, trace, reaper);
        reaper.watch(node.process().pid());
        nodes.add(node);
        if (!await(() -> node.ready() || !node.process().isAlive()) || !node.ready()) {
            throw new IllegalStateException(name + " does not start; see " + directory);
        }
        return node;
    }

    private Process start(String name, int port, Path trace, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                classes.classPath(),
                application.getName(),
                "--notes=" + trace,
                "--baton.worker.name=" + name));
        command.addAll(1, classes.options());
        ApplicationProperties.common(server, port).stream()
                .filter(setting -> options.stream()
                        .noneMatch(option -> option.startsWith(setting.substring(0, setting.indexOf('=') + 1))))
                .forEach(command::add);
        command.addAll(options);
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(name + ".log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("A node does not start", e);
        }
    }

    /** Stores jobs that are ready, as if they had been enqueued. */
    void ready(String type, String queue, int count, String payload) {
        jdbc.update(
                "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at, payload)"
                        + " SELECT ?, ?, -1, clock_timestamp(), 1, clock_timestamp(), ? FROM generate_series(1, ?)",
                type,
                queue,
                payload,
                count);
    }

    long count(String question, Object... parameters) {
        Long answer = jdbc.queryForObject(question, Long.class, parameters);
        return answer == null ? 0 : answer;
    }

    double seconds(String question, Object... parameters) {
        Double answer = jdbc.queryForObject(question, Double.class, parameters);
        return answer == null ? 0 : answer;
    }

    /** A connection past everything. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(server.url(server.port()), server.user(), "");
    }

    /** Whether no job is left but dead ones. */
    boolean drained() {
        return count("SELECT COUNT(*) FROM baton_job WHERE state <> 5") == 0;
    }

    /** Waits for something that is to come true; returns whether it did. */
    public static boolean await(BooleanSupplier condition) {
        return await(condition, PATIENCE);
    }

    public static boolean await(BooleanSupplier condition, Duration patience) {
        return Await.until(condition, patience);
    }

    /** Lets so much time go by. */
    public static void pause(Duration time) {
        await(() -> false, time);
    }

    /** Ends all nodes and forgets all jobs. */
    void clear() {
        nodes.forEach(NodeProcess::close);
        nodes.clear();
        jdbc.execute("TRUNCATE baton_job, baton_job_history, baton_worker, effect");
    }

    @Override
    public void close() {
        nodes.forEach(NodeProcess::close);
        server.close();
    }
}
