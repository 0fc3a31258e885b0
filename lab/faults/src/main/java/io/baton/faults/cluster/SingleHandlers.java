package io.baton.faults.cluster;

import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.MissedTicks;
import io.baton.Once;
import io.baton.OnceResult;
import io.baton.Recurring;
import io.baton.Retry;
import io.baton.Tick;
import io.baton.faults.Await;
import io.baton.history.Word;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcOperations;

/** Handlers of jobs that belong to no others. */
final class SingleHandlers {

    static final String SCHEDULE = "every-second";
    static final String TICKED = "ticked";

    private static final Duration WITH_PERMIT = Duration.ofMillis(40);
    private static final Chunks<Long> ROWS =
            Chunks.of("SELECT id FROM source_row", "id", 20).mappedBy((row, number) -> row.getLong("id"));

    private final Runs runs;
    private final JdbcOperations jdbc;
    private final Once once;

    SingleHandlers(Runs runs, JdbcOperations jdbc, Once once) {
        this.runs = runs;
        this.jdbc = jdbc;
        this.once = once;
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void direct(ClusterWork.Direct work, JobContext job) {
        runs.run(job, work.item(), run -> runs.write(run, job, work.item()));
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void plain(ClusterWork.Plain work, JobContext job) {
        runs.run(job, work.item(), run -> runs.write(run, job, work.item()));
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void written(ClusterWork.Written work, JobContext job) {
        runs.run(job, work.item(), run -> runs.write(run, job, work.item()));
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void gated(ClusterWork.Gated work, JobContext job) {
        runs.run(job, Map.of("item", work.item(), "permits", ClusterWork.GATE), run -> {
            Await.pause(WITH_PERMIT);
            runs.write(run, job, work.item());
        });
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void rated(ClusterWork.Rated work, JobContext job) {
        runs.run(job, Map.of("item", work.item(), "rates", ClusterWork.RATE), run -> runs.write(run, job, work.item()));
    }

    /** Reads first of all: what it sees was committed before it started. */
    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void keyed(ClusterWork.Keyed work, JobContext job) {
        runs.run(job, work.item(), run -> {
            runs.handle(run, work.key());
            runs.write(run, job, work.item());
        });
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void called(ClusterWork.Called work, JobContext job) {
        runs.run(job, work.item(), run -> {
            call(run, work.item());
            runs.write(run, job, work.item());
        });
    }

    private void call(String run, long item) {
        String key = "called:" + item;
        String result = "failed";
        try {
            OnceResult returned = once.perform(key, token -> act(run, key, token, item));
            result = switch (returned) {
                case PERFORMED -> "performed";
                case ALREADY_PERFORMED -> "already";
                case SKIPPED_WHILE_RUNNING, SKIPPED_AS_UNCERTAIN -> "skipped";
            };
        } finally {
            runs.note(Word.PERFORMED, Map.of("run", run, "key", key, "result", result));
        }
    }

    /** Calls a service that knows by the token what it has done. */
    private void act(String run, String key, String token, long item) {
        runs.note(Word.ACT, Map.of("run", run, "key", key, "token", token));
        String outcome = "failed";
        try {
            jdbc.update("INSERT INTO received (token, item) VALUES (?, ?)", token, item);
            outcome = "ok";
        } catch (DuplicateKeyException e) {
            // it was done before
            outcome = "ok";
        } finally {
            runs.note(Word.ACTED, Map.of("run", run, "key", key, "outcome", outcome));
        }
    }

    /** Counts the rows of each chunk, which follow each other from 1. */
    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void chunked(ClusterWork.Chunked work, JobContext job) {
        runs.run(job, work.item(), run -> {
            job.inChunks(ROWS, rows -> count(rows, work.item()));
            runs.write(run, job, work.item());
        });
    }

    private void count(List<Long> rows, long item) {
        jdbc.update(
                "INSERT INTO chunk_done (item, from_row, to_row) VALUES (?, ?, ?)",
                item,
                rows.get(0) - 1,
                rows.get(rows.size() - 1));
    }

    @JobHandler(value = TICKED, transactional = true)
    @Recurring(name = SCHEDULE, every = "1s", missed = MissedTicks.RUN_ALL)
    @Retry(delay = "500ms", maxDelay = "3s")
    void ticked(Tick tick, JobContext job) {
        long planned = tick.at().toEpochMilli();
        runs.run(job, Map.of("schedule", SCHEDULE, "planned", planned), run -> runs.write(run, job, planned));
    }
}
