package io.baton.faults.chaos;

import io.baton.Jobs;
import io.baton.faults.Await;
import io.baton.faults.Figures;
import io.baton.faults.server.Server;
import io.baton.faults.worker.Work;
import io.baton.testing.server.Reaper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.springframework.jdbc.core.JdbcOperations;

/** Kills one worker after the other at the default settings, while the others have time: how long do its jobs wait? */
final class Takeover {

    /** The defaults, which the rest of a run shortens. */
    static final List<String> USUAL =
            List.of("--baton.worker.heartbeat=2s", "--baton.worker.dead-after=10s", "--baton.worker.poll-interval=1s");

    private static final int WORKERS = 3;
    private static final int JOBS = 8;
    private static final int MILLIS = 1_500;
    private static final long FIRST_ITEM = 8_000_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String HELD =
            "SELECT COUNT(*) FROM baton_job WHERE state = 2 AND worker_id IN (SELECT id FROM roster WHERE name = ?)";

    private final Path directory;
    private final Reaper reaper;
    private final Server server;
    private final IntFunction<WorkerCommand> commands;

    Takeover(Path directory, Reaper reaper, Server server, IntFunction<WorkerCommand> commands) {
        this.directory = directory.resolve("takeover");
        this.reaper = reaper;
        this.server = server;
        this.commands = commands;
    }

    void measure(int kills, Jobs jobs, JdbcOperations jdbc, Figures figures) {
        try {
            Files.createDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Fleet fleet = new Fleet(WORKERS, server.port(), directory, reaper, commands)) {
            for (int kill = 0; kill < kills; kill++) {
                round(kill, fleet, jobs, jdbc);
            }
            new Recovery("default_", jdbc, fleet.all(), List.of(), figures).measure();
        }
    }

    private static void round(int kill, Fleet fleet, Jobs jobs, JdbcOperations jdbc) {
        int slot = kill % WORKERS;
        Await.require(fleet::ready, PATIENCE, "the workers do not start");
        for (int i = 0; i < JOBS; i++) {
            jobs.enqueue(new Work.Slow(FIRST_ITEM + (long) kill * JOBS + i, MILLIS));
        }
        Await.require(() -> count(jdbc, HELD, fleet.name(slot)) > 0 || idle(jdbc), PATIENCE, "jobs are not claimed");
        fleet.kill(slot);
        Await.require(() -> idle(jdbc), PATIENCE, "the jobs of a killed worker are left over");
    }

    private static boolean idle(JdbcOperations jdbc) {
        return count(jdbc, "SELECT COUNT(*) FROM baton_job WHERE state <> 5") == 0;
    }

    private static long count(JdbcOperations jdbc, String question, Object... parameters) {
        Long answer = jdbc.queryForObject(question, Long.class, parameters);
        return answer == null ? 0 : answer;
    }
}
