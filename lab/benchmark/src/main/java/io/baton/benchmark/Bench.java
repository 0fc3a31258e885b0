package io.baton.benchmark;

import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What workloads work with: the size, the servers, the report. */
final class Bench implements AutoCloseable {

    private static final String VERSION = """
            SELECT concat_ws(', ', 'PostgreSQL ' || current_setting('server_version'),
                'fsync=' || current_setting('fsync'),
                'synchronous_commit=' || current_setting('synchronous_commit'),
                'shared_buffers=' || current_setting('shared_buffers'))""";

    private final Size size;
    private final Path directory;
    private final Report report;
    private final Reaper reaper;
    private @Nullable Server postgres;
    private @Nullable Server mariaDb;
    private @Nullable Path archive;
    private boolean useArchive = true;
    private int databases;

    Bench(Size size, Path directory, Report report) {
        this.size = size;
        this.directory = directory;
        this.report = report;
        this.reaper = new Reaper(directory);
    }

    Size size() {
        return size;
    }

    /** Where the run leaves its files. */
    Path directory() {
        return directory;
    }

    Report report() {
        return report;
    }

    Server postgres() throws Exception {
        Server known = postgres;
        if (known == null) {
            known = Server.postgres(directory.resolve("postgres"), reaper);
            report.note(Server.text(known.url("postgres"), VERSION));
            postgres = known;
            if (size.quick()) {
                train(known);
            }
        }
        return known;
    }

    /** JVMs start faster with the classes that one of them has loaded. */
    private void train(Server server) throws Exception {
        Path file = directory.resolve("classes.jsa");
        Jvm.train(Entrant.BATON, server.create(freshName()), directory, file);
        archive = Files.exists(file) ? file : null;
        report.note(archive == null ? "no class archive" : "JVMs share a class archive, but where memory is measured");
    }

    void useArchive(boolean use) {
        useArchive = use;
    }

    /** The JVM of an entrant; it is ready after its first reply. */
    Jvm start(Entrant entrant, String url) throws IOException {
        Path classes = archive;
        return Jvm.start(
                entrant,
                url,
                directory,
                classes != null && useArchive ? List.of("-XX:SharedArchiveFile=" + classes) : List.of());
    }

    Server mariaDb() throws Exception {
        Server known = mariaDb;
        if (known == null) {
            known = Server.mariaDb(directory.resolve("mariadb"), reaper);
            mariaDb = known;
        }
        return known;
    }

    /** The peers that are measured at this size. */
    List<Entrant> withPeers(Entrant... ours) {
        Stream<Entrant> peers = size.full()
                ? Stream.of(Entrant.DB_SCHEDULER, Entrant.JOBRUNR, Entrant.QUARTZ)
                : Stream.of(Entrant.DB_SCHEDULER);
        return Stream.concat(Arrays.stream(ours), peers).toList();
    }

    /** Returns the name of a database that is not in use yet. */
    String freshName() {
        return "benchmark_" + ++databases;
    }

    /** JVMs of an entrant on a fresh database. */
    Team team(Server server, Entrant entrant, int jvms) throws Exception {
        return Team.of(this, server, entrant, server.create(freshName()), jvms);
    }

    /** What must be written anyway is written before the clock runs. */
    void settleDisk(Server server) throws SQLException {
        if (server.process() instanceof PostgresServer) {
            Server.execute(server.url("postgres"), "CHECKPOINT");
        }
    }

    /** Runs something with a team of each entrant; they start at once, since nothing is measured yet. */
    void withTeams(Server server, List<Entrant> entrants, int jvms, Teamwork work) throws Exception {
        List<Team> teams = new ArrayList<>();
        try {
            for (Entrant entrant : entrants) {
                teams.add(Team.starting(this, server, entrant, server.create(freshName())));
            }
            for (Team team : teams) {
                team.startOthers(jvms - 1);
            }
            for (Team team : teams) {
                team.awaitOthers();
            }
            work.run(teams);
        } finally {
            teams.forEach(Team::close);
        }
    }

    /** What is done with teams. */
    @FunctionalInterface
    interface Teamwork {
        void run(List<Team> teams) throws Exception;
    }

    @Override
    public void close() {
        if (postgres != null) {
            postgres.close();
        }
        if (mariaDb != null) {
            mariaDb.close();
        }
        reaper.close();
    }

    /** An empty directory for a run. */
    static Path freshDirectory(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(directory).toAbsolutePath();
    }
}
