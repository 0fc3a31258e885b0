package io.baton.monitor;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.Diagnosis.Reason;
import io.baton.Diagnostics;
import io.baton.JobId;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.job.Ties;
import io.baton.schema.BatonSchema;
import io.baton.testing.CountedStatements;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.sql.Types;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.SqlParameterValue;

/** Rows as the engine leaves them, for the tests of the diagnosis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DiagnosedRows implements TestsOnDatabase {

    static final int SCHEDULED = 0;
    static final int READY = 1;
    static final int CLAIMED = 2;
    static final int BLOCKED = 3;
    static final int DEAD = 5;
    static final int WAITING = 7;
    static final int SLEEP = 2;
    static final int AWAIT = 3;
    static final List<String> TABLES = List.of(
            "job",
            "job_history",
            "worker",
            "pause",
            "permit",
            "limit",
            "batch",
            "batch_group",
            "flow_step",
            "flow_edge",
            "sequence",
            "turn",
            "step");

    @SuppressWarnings("NullAway.Init")
    HikariDataSource dataSource;

    @SuppressWarnings("NullAway.Init")
    CountedStatements statements;

    @SuppressWarnings("NullAway.Init")
    Database database;

    @SuppressWarnings("NullAway.Init")
    Diagnostics diagnostics;

    @Override
    public void open(TestDatabase kind) {
        dataSource = kind.freshDatabase();
        new BatonSchema(dataSource, null).migrate();
        database = new Database(dataSource, null);
        statements = new CountedStatements(dataSource);
        diagnostics = new JdbcDiagnostics(new Database(statements, null), Calendars.NONE);
    }

    @Override
    public void close() {
        dataSource.close();
    }

    @BeforeEach
    void clear() {
        TABLES.forEach(table -> database.update("DELETE FROM baton_" + table));
        statements.taken();
    }

    static List<Cause> causes(Diagnosis diagnosis) {
        return diagnosis.reasons().stream().map(Reason::cause).toList();
    }

    Diagnosis why(long job) {
        return diagnostics.job(new JobId(job));
    }

    static SqlParameterValue number(@Nullable Long number) {
        return new SqlParameterValue(Types.BIGINT, number);
    }

    /** A job of the type mail in the queue mails, due in so many seconds. */
    long job(int state, long seconds) {
        return job(state, seconds, null);
    }

    long job(int state, long seconds, @Nullable Long worker) {
        Object lock = state == CLAIMED ? database.dialect().uuid(UUID.randomUUID()) : null;
        String moment = database.dialect().plusMicros(database.dialect().now());
        return database.insert(
                "INSERT INTO baton_job (type, queue, job_rank, due_at, state, attempt, worker_id, created_at, claimed_at"
                        + (lock == null ? "" : ", lock_id") + ") VALUES ('mail', 'mails', -1, " + moment
                        + ", " + state + ", " + (lock == null ? 0 : 1) + ", ?, "
                        + database.dialect().now() + ", " + moment
                        + (lock == null ? "" : ", ?") + ")",
                lock == null
                        ? List.of(1_000_000 * seconds, number(worker), 1_000_000 * seconds)
                        : List.of(1_000_000 * seconds, number(worker), 1_000_000 * seconds, lock));
    }

    long set(long job, String assignments) {
        database.update("UPDATE baton_job SET " + assignments + " WHERE id = ?", job);
        return job;
    }

    long worker(String queues, String types, long silent) {
        return database.insert(
                "INSERT INTO baton_worker (name, host, pid, epoch, version, queues, types, started_at, seen_at, dead_after_millis)"
                        + " VALUES ('shop-1', 'host', 1, ?, '1', ?, ?, "
                        + database.dialect().now() + ", "
                        + database.dialect().plusMicros(database.dialect().now()) + ", ?)",
                List.of(
                        database.dialect().uuid(UUID.randomUUID()),
                        queues,
                        types,
                        -1_000_000 * silent,
                        // one that is not silent lives for as long as the test, on a slow machine too
                        silent == 0 ? 3_600_000 : 10_000));
    }

    long serving() {
        return worker("default\nmails", "mail\nreport", 0);
    }

    void pause(String queue, long seconds) {
        database.update(
                "INSERT INTO baton_pause (queue, paused_until) VALUES (?, "
                        + database.dialect().plusMicros(database.dialect().now()) + ")",
                queue,
                1_000_000 * seconds);
    }

    void semaphore(String name, String family, @Nullable Long capacity) {
        database.update(
                "INSERT INTO baton_limit (name, family, capacity, used_at) VALUES (?, ?, ?, "
                        + database.dialect().now() + ")",
                name,
                family,
                number(capacity));
    }

    void rate(String name) {
        database.update(
                "INSERT INTO baton_limit (name, family, rate, per_micros, burst, used_at) VALUES (?, ?, 5, 60000000, 1, "
                        + database.dialect().now() + ")",
                name,
                name);
    }

    void permit(long job, String name, int state) {
        database.update(
                "INSERT INTO baton_permit (job_id, name, position, state, place, queue, job_rank, due_at)"
                        + " SELECT id, ?, 0, " + state + ", 0, queue, job_rank, due_at FROM baton_job WHERE id = ?",
                name,
                job);
    }

    long waiting(String limit) {
        long job = set(job(BLOCKED, -5), "ties = " + Ties.LIMITS);
        permit(job, limit, 1);
        return job;
    }

    void completed(String queue, int jobs) {
        for (int job = 0; job < jobs; job++) {
            database.update(
                    "INSERT INTO baton_job_history (id, type, queue, job_rank, state, attempt, created_at, due_at, ended_at)"
                            + " VALUES (?, 'mail', ?, 0, 4, 1, " + String.join(", ", List.of(now(), now(), now()))
                            + ")",
                    1_000_000_000L + job,
                    queue);
        }
    }

    String now() {
        return database.dialect().now();
    }

    long batch(boolean sealed, boolean flow) {
        return database.insert(
                "INSERT INTO baton_batch (active_at, sealed, flow) VALUES (" + now() + ", "
                        + (sealed ? "TRUE" : "FALSE") + ", " + (flow ? "TRUE" : "FALSE") + ")",
                List.of());
    }

    /** A group of these jobs, which are in the order of their ids. */
    long group(long batch, @Nullable Integer step, int dead, int blocked, long... jobs) {
        long group = database.insert(
                "INSERT INTO baton_batch_group (batch_id, size, remaining, dead, first_job, last_job, step, blocked)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                List.of(
                        batch,
                        jobs.length,
                        jobs.length,
                        dead,
                        jobs[0],
                        jobs[jobs.length - 1],
                        new SqlParameterValue(Types.INTEGER, step),
                        blocked));
        for (long job : jobs) {
            set(job, "batch_group = " + group);
        }
        return group;
    }

    void step(long flow, int step, String name, int... after) {
        database.update("INSERT INTO baton_flow_step (batch_id, step, name) VALUES (?, ?, ?)", flow, step, name);
        for (int before : after) {
            database.update(
                    "INSERT INTO baton_flow_edge (batch_id, step, after_step) VALUES (?, ?, ?)", flow, step, before);
        }
    }

    /** A job of a sequence: 0 asleep, 1 waiting, 2 has its turn, 3 dead and blocks it, 4 dead while those behind it are cancelled. */
    long sequence(long job, String name, int state) {
        database.update(
                "INSERT INTO baton_sequence (job_id, name, state, on_dead, blocked_at) VALUES (?, ?, ?, 0, "
                        + (state >= 3 ? now() : "NULL") + ")",
                job,
                name,
                state);
        if (state >= 2) {
            database.update("INSERT INTO baton_turn (name, job_id) VALUES (?, ?)", name, job);
        }
        return job;
    }

    /** A job that waits for its turn. */
    long waitingForTurn(String sequence) {
        return sequence(set(job(BLOCKED, -5), "ties = " + (Ties.AWAITS | Ties.SEQUENCE)), sequence, 1);
    }

    /** Lets a job wait for so many seconds in a step of this kind; returns the job. */
    long suspended(long job, String step, int kind, long seconds) {
        database.update(
                "INSERT INTO baton_step (job_id, name, kind, state, attempt, began_at, until_at) VALUES (?, ?, ?, 2, 1, "
                        + now() + ", " + database.dialect().plusMicros(now()) + ")",
                job,
                step,
                kind,
                1_000_000 * seconds);
        return job;
    }

    long awaiting() {
        return set(job(BLOCKED, -5), "ties = " + (Ties.AWAITS | Ties.BATCH));
    }
}
