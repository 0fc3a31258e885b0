package io.baton.faults.scenario;

import io.baton.faults.Await;
import io.baton.faults.chaos.ApplicationProperties;
import io.baton.faults.chaos.SharedClasses;
import io.baton.faults.proxy.FaultProxy;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
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
import org.springframework.lang.CheckReturnValue;

/** A database with Baton's tables, and nodes of an application to be started on it. */
public final class Cluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final double USUAL_START_SECONDS = 3;
    private static final double SLOWEST = 4;

    /** Past everything. */
    public final JdbcTemplate jdbc;

    final ScenarioTables tables;

    private final Server server;
    /** Whether faults are really injected. */
    private final boolean breaks;

    private final Class<?> application;
    private final Reaper reaper;
    private final Path directory;
    private final SharedClasses classes;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private int started;
    private double pace = 1;

    /** Starts a database with tables for the scenarios. */
    static Cluster ofScenarios(Path directory, Reaper reaper, Server.Kind kind, boolean breaks) {
        Cluster cluster = new Cluster(directory, reaper, kind.start(directory, reaper), ScenarioApp.class, breaks);
        cluster.withoutWorker().close();
        cluster.tables.create();
        return cluster;
    }

    /** Starts a database, still without tables, for nodes of this application. */
    public Cluster(Path directory, Reaper reaper, Server.Kind kind, Class<?> application) {
        this(directory, reaper, kind.start(directory, reaper), application);
    }

    /** Uses a database, still without tables, for nodes of this application, and ends it with them. */
    public Cluster(Path directory, Reaper reaper, Server server, Class<?> application) {
        this(directory, reaper, server, application, true);
    }

    private Cluster(Path directory, Reaper reaper, Server server, Class<?> application, boolean breaks) {
        this.breaks = breaks;
        this.directory = directory;
        this.reaper = reaper;
        this.application = application;
        this.server = server;
        this.classes = SharedClasses.of(System.getProperty("java.class.path"), directory);
        this.jdbc = new JdbcTemplate(new DriverManagerDataSource(server.url(server.port()), server.user(), ""));
        this.tables = new ScenarioTables(jdbc, server.kind());
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
        return node(classes, options);
    }

    /** Starts a node with these classes instead of those of this JVM. */
    public NodeProcess node(SharedClasses release, String... options) {
        String name = "node-" + ++started;
        FaultProxy network = new FaultProxy(server.port());
        Path trace = directory.resolve(name + ".trace");
        long start = System.nanoTime();
        Process process = start(release, name, network.port(), trace, List.of(options));
        NodeProcess node = new NodeProcess(name, process, network, trace, reaper);
        reaper.watch(node.process().pid());
        nodes.add(node);
        if (!await(() -> node.ready() || !node.process().isAlive()) || !node.ready()) {
            throw new IllegalStateException(name + " does not start; see " + directory);
        }
        // where nothing is broken, nothing comes of waiting longer
        double slowest = breaks ? SLOWEST : 1;
        pace = Math.max(1, Math.min(slowest, (System.nanoTime() - start) / 1e9 / USUAL_START_SECONDS));
        return node;
    }

    private Process start(SharedClasses release, String name, int port, Path trace, List<String> options) {
        List<String> command =
                new ArrayList<>(List.of(application.getName(), "--notes=" + trace, "--baton.worker.name=" + name));
        ApplicationProperties.common(server, port).stream()
                .filter(setting -> options.stream()
                        .noneMatch(option -> option.startsWith(setting.substring(0, setting.indexOf('=') + 1))))
                .forEach(command::add);
        command.addAll(options);
        if (!breaks) {
            command.add("--harmless=true");
        }
        List<String> jvm = new ArrayList<>(release.options());
        jvm.addAll(List.of("-cp", release.classPath()));
        return NodeProcess.launch(directory, name, jvm, command);
    }

    /** Injects a fault, which is left out where a scenario has to notice that. */
    void fault(Runnable fault) {
        if (breaks) {
            fault.run();
        }
    }

    /** Returns whether faults are really injected. */
    boolean breaks() {
        return breaks;
    }

    /** Ends all connections there are; there has to be one. */
    void cut(FaultProxy network) {
        require(() -> breaks && network.reset() > 0, patience(Duration.ofSeconds(30)), "no connection was cut");
    }

    /** Stands between a node that has several and the database. */
    FaultProxy network() {
        return new FaultProxy(server.port());
    }

    /** The database, as it is reached by either of two ports. */
    String url(int port, int otherPort) {
        String host = "127.0.0.1:" + port;
        return server.url(port).replace(host, host + ",127.0.0.1:" + otherPort);
    }

    /** The database, as it is reached by a port that is known later. */
    String url(String port) {
        return server.url(server.port()).replace(":" + server.port(), ":" + port);
    }

    int databasePort() {
        return server.port();
    }

    Path directory() {
        return directory;
    }

    Reaper reaper() {
        return reaper;
    }

    /** Stores jobs that are ready, as if they had been enqueued. */
    void ready(String type, String queue, int count, String payload) {
        tables.ready(type, queue, count, payload);
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

    /** So much time as it is on a machine with two free cores, and more on one where a node takes long to start. */
    Duration patience(Duration usual) {
        return Duration.ofNanos((long) (usual.toNanos() * pace));
    }

    /** Waits for a condition without which nothing is proved; fails if it does not hold in time. */
    public static void require(BooleanSupplier condition, String otherwise) {
        require(condition, PATIENCE, otherwise);
    }

    public static void require(BooleanSupplier condition, Duration patience, String otherwise) {
        Await.require(condition, patience, otherwise);
    }

    /** Waits for a condition; returns whether it held in time. */
    @CheckReturnValue
    public static boolean await(BooleanSupplier condition) {
        return await(condition, PATIENCE);
    }

    @CheckReturnValue
    public static boolean await(BooleanSupplier condition, Duration patience) {
        return Await.until(condition, patience);
    }

    /** Lets so much time go by. */
    public static void pause(Duration time) {
        Await.pause(time);
    }

    /** Ends all nodes and forgets all jobs. */
    void clear() {
        nodes.forEach(NodeProcess::close);
        nodes.clear();
        tables.clear();
    }

    @Override
    public void close() {
        nodes.forEach(NodeProcess::close);
        server.close();
    }
}
