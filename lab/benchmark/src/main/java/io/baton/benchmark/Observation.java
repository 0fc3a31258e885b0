package io.baton.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Looks at a team of one under traffic again and again. */
final class Observation implements AutoCloseable {

    private static final String TABLES = """
            SELECT sum(n_dead_tup), sum(pg_total_relation_size(relid)) / 1e6
            FROM pg_stat_user_tables""";

    private static final String EXACTLY_DEAD = """
            SELECT sum((pgstattuple(oid)).dead_tuple_count) FROM pg_class
            WHERE relkind = 'r' AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)""";

    private static final int COLLECT_SECONDS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    final Team team;
    private final Server server;
    private final Connection connection;
    private final List<Moment> moments = new ArrayList<>();
    private long start = System.nanoTime();
    private Moment last = Moment.first();

    Observation(Team team, Server server) throws SQLException {
        this.team = team;
        this.server = server;
        this.connection = DriverManager.getConnection(team.url);
    }

    List<Moment> moments() {
        return moments;
    }

    String traffic(Object... words) throws IOException {
        List<Object> command = new ArrayList<>(List.of("traffic"));
        command.addAll(List.of(words));
        return team.first().ask(command.toArray());
    }

    /** Looks on for so long, once each interval, and returns what was there; claims are logged in so many seconds at the end. */
    Phase phase(String name, int seconds, int interval, int claimSeconds) throws Exception {
        Moment before = last;
        int from = moments.size();
        long logged = server.log().end();
        double cpu = cpu();
        long begin = System.nanoTime();
        int claimsFrom = Math.max(0, seconds - claimSeconds);
        long claimsLogged = logged;
        for (int second = 0; second < seconds; second += interval) {
            if (second <= claimsFrom && claimsFrom < second + interval) {
                claimsLogged = server.log().end();
                server.configure("log_min_duration_statement = 0");
            }
            LockSupport.parkNanos(begin + (second + interval) * 1_000_000_000L - System.nanoTime());
            boolean collect = (second + interval) % COLLECT_SECONDS == 0 || second + interval >= seconds;
            look(name, collect || moments.isEmpty());
        }
        double used = cpu() - cpu;
        server.configure("log_min_duration_statement = -1");
        long end = server.log().end();
        List<Double> claims = server.log().between(claimsLogged, end, database()).stream()
                .filter(statement -> statement.isClaim(team.entrant.kind()))
                .map(StatementLog.Logged::millis)
                .toList();
        List<Moment> seen = List.copyOf(moments.subList(from, moments.size()));
        return new Phase(before, seen, claims, server.log().lockWaits(logged, end, database()), used);
    }

    private String database() throws SQLException {
        return connection.getCatalog();
    }

    private double cpu() {
        return team.first().cpuSeconds() + Cpu.withChildren(server.process().pid());
    }

    private void look(String phase, boolean collect) throws Exception {
        List<String> words = List.of(traffic("sample", collect ? 1 : 0).split(" ", -1));
        if (!words.get(2).equals("0")) {
            throw new IllegalStateException(words.get(2) + " jobs ran again");
        }
        double heap = collect ? Long.parseLong(words.get(3)) / 1e6 : last.heap();
        try (Statement statement = connection.createStatement();
                ResultSet tables = statement.executeQuery(TABLES)) {
            tables.next();
            last = new Moment(
                    (System.nanoTime() - start) / 1e9,
                    phase,
                    Long.parseLong(words.get(0)),
                    Long.parseLong(words.get(1)),
                    Waits.of(words.subList(4, words.size())),
                    tables.getLong(1),
                    tables.getDouble(2),
                    heap);
        }
        moments.add(last);
    }

    /** Counts dead rows one by one, if the server can. */
    double exactlyDead() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pgstattuple");
            return (double) Server.number(connection, EXACTLY_DEAD);
        }
    }

    /** Until every job that was enqueued has run, and its row is settled. */
    void finish() throws Exception {
        traffic("stop");
        Patience.upTo(PATIENCE).until("all jobs have run", () -> {
            String[] words = traffic("sample", 0).split(" ", -1);
            return words[0].equals(words[1]);
        });
        team.awaitSettled();
    }

    /** Forgets what was before. */
    void restart() throws Exception {
        look("", true);
        moments.clear();
        start = System.nanoTime();
        last = new Moment(
                0, "", last.enqueued(), last.completed(), last.waits(), last.deadRows(), last.megabytes(), last.heap());
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(Moment.HEADER));
        moments.forEach(moment -> lines.add(moment.csv()));
        Files.write(file, lines);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        team.close();
    }
}
