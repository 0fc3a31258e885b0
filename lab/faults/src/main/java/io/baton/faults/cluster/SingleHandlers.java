package io.baton.faults.cluster;

import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.MissedTicks;
import io.baton.Once;
import io.baton.Recurring;
import io.baton.Retry;
import io.baton.Tick;
import io.baton.faults.Await;
import java.time.Duration;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcOperations;

/** Handlers of jobs that belong to no others. */
final class SingleHandlers {

    static final String SCHEDULE = "every-second";
    static final String TICKED = "ticked";

    private static final Duration WITH_PERMIT = Duration.ofMillis(40);
    private static final Chunks<Long> ROWS =
            Chunks.of("SELECT id FROM source_row", "id", 20).mappedBy((row, number) -> row.getLong("id"));

    private final Effects effects;
    private final JdbcOperations jdbc;
    private final Once once;

    SingleHandlers(Effects effects, JdbcOperations jdbc, Once once) {
        this.effects = effects;
        this.jdbc = jdbc;
        this.once = once;
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void direct(ClusterWork.Direct work, JobContext job) {
        effects.run(job, () -> effects.write(job, work.item()));
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void plain(ClusterWork.Plain work, JobContext job) {
        effects.run(job, () -> effects.write(job, work.item()));
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void written(ClusterWork.Written work, JobContext job) {
        effects.run(job, () -> effects.write(job, work.item()));
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void gated(ClusterWork.Gated work, JobContext job) {
        effects.run(job, () -> {
            Await.pause(WITH_PERMIT);
            effects.write(job, work.item());
        });
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void rated(ClusterWork.Rated work, JobContext job) {
        effects.run(job, () -> effects.write(job, work.item()));
    }

    /** Reads first of all: what it sees was committed before it started. */
    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void keyed(ClusterWork.Keyed work, JobContext job) {
        effects.run(job, () -> effects.requested(work.key()).forEach(item -> effects.write(job, item)));
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void called(ClusterWork.Called work, JobContext job) {
        effects.run(job, () -> {
            once.perform("called:" + work.item(), key -> receive(key, work.item()));
            effects.write(job, work.item());
        });
    }

    /** A service that knows by the key what it has done. */
    private void receive(String key, long item) {
        try {
            jdbc.update("INSERT INTO received (token, item) VALUES (?, ?)", key, item);
        } catch (DuplicateKeyException e) {
            // it was done before
        }
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void chunked(ClusterWork.Chunked work, JobContext job) {
        effects.run(job, () -> {
            job.inChunks(ROWS, rows -> copy(rows, work.item()));
            effects.write(job, work.item());
        });
    }

    private void copy(List<Long> rows, long item) {
        jdbc.batchUpdate(
                "INSERT INTO chunk_row (item, source) VALUES (?, ?)",
                rows.stream().map(row -> new Object[] {item, row}).toList());
    }

    @JobHandler(value = TICKED, transactional = true)
    @Recurring(name = SCHEDULE, every = "1s", missed = MissedTicks.RUN_ALL)
    @Retry(delay = "500ms", maxDelay = "3s")
    void ticked(Tick tick, JobContext job) {
        effects.run(job, () -> effects.write(job, tick.at().getEpochSecond()));
    }
}
