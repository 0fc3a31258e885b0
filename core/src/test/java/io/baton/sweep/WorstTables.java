package io.baton.sweep;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tables with very much of what a task looks after, made by hand in few statements. */
final class WorstTables {

    private static final String LONG_AGO = "'2020-01-01 00:00:00'";

    /** Nothing in a table makes it slow; NotesTests has its bound. */
    private static final String OF_MEMORY = "NotesOfOnce";

    private static final String JOB =
            "INSERT INTO baton_job (type, queue, job_rank, due_at, state, attempt, lock_id, worker_id, created_at, ties) ";
    private static final String LIMIT = "INSERT INTO baton_limit (name, family, capacity, used_at) ";
    private static final String STEP =
            "INSERT INTO baton_step (job_id, name, kind, state, began_at, until_at, attempt) ";

    private static final String PERMIT =
            "INSERT INTO baton_permit (job_id, name, position, state, place, queue, job_rank, due_at) ";

    private final JdbcTemplate sql;
    private final boolean postgres;
    private final Map<String, Runnable> fillings = new LinkedHashMap<>();

    WorstTables(TestDatabase kind, HikariDataSource dataSource) {
        this.sql = new JdbcTemplate(dataSource);
        this.postgres = kind == TestDatabase.POSTGRES;
        fillings.put("PromoteDueJobs", this::dueAtOnce);
        fillings.put("UnlockDeadWorkers", () -> jobsOfWorkers("(SELECT MIN(id) FROM baton_worker) + MOD(n, 400)"));
        fillings.put("UnlockStrays", () -> jobsOfWorkers("100000000 + n"));
        fillings.put("PurgeEndedJobs", this::history);
        fillings.put("ForgetAttempts", this::forgottenAttempts);
        fillings.put("ForgetKeys", this::forgottenKeys);
        fillings.put("ForgetSteps", this::forgottenSteps);
        fillings.put("ForgetSignals", this::forgottenSignals);
        // two statements for each queue that has ready jobs of one priority, of a thousand at most
        fillings.put("Sampler", () -> readyJobs(200));
        fillings.put("KeepActivity", this::activity);
        fillings.put("PublishAlerts", this::alarming);
        fillings.put("KeepChanges", this::changes);
        fillings.put("RepairPermits", this::forgottenPermits);
        fillings.put("RepairSequences", this::forgottenSequences);
        fillings.put("RepairBatches", this::idleBatches);
        fillings.put("PurgeBatches", this::oldFlows);
        fillings.put("SweepKeys", this::keysOfNobody);
        fillings.put("PurgeOnce", this::once);
        fillings.put("FireSchedules", this::schedules);
        fillings.put("KeepSchedules", this::schedules);
        fillings.put(OF_MEMORY, () -> {});
    }

    /** Whether it is known what makes the task slow. */
    boolean isKnown(String task) {
        return fillings.containsKey(task);
    }

    void fill(String task) {
        List.of(
                        "baton_job",
                        "baton_job_history",
                        "baton_worker",
                        "baton_limit",
                        "baton_permit",
                        "baton_batch",
                        "baton_batch_group",
                        "baton_ack",
                        "baton_activity",
                        "baton_attempt",
                        "baton_change",
                        "baton_key",
                        "baton_once",
                        "baton_result",
                        "baton_schedule",
                        "baton_sequence",
                        "baton_signal",
                        "baton_step",
                        "baton_turn",
                        "baton_unique")
                .forEach(table -> sql.execute("TRUNCATE TABLE " + table));
        requireNonNull(fillings.get(task)).run();
        if (postgres) {
            sql.execute("ANALYZE");
        }
    }

    private void forgottenAttempts() {
        insert(
                "INSERT INTO baton_attempt (job_id, place, attempt, claimed_at, failed_at, error) ",
                "n, 1, 1, " + LONG_AGO + ", " + LONG_AGO + ", 'failed'",
                100_000);
    }

    private void forgottenKeys() {
        insert("INSERT INTO baton_key (job_id, job_key) ", "n, " + text("order:"), 100_000);
    }

    /** Each of a job that had as many steps as it may have. */
    private void forgottenSteps() {
        insert(STEP, "MOD(n, 20), " + text("s") + ", 0, 1, " + LONG_AGO + ", NULL, 1", 200_000);
    }

    private void forgottenSignals() {
        insert(
                "INSERT INTO baton_signal (job_id, name, taken, sent_at, payload) ",
                "MOD(n, 100), 'approved', FALSE, " + LONG_AGO + ", 'true'",
                100_000);
    }

    private void insert(String into, String row, int rows) {
        String numbers = postgres
                ? "generate_series(1, " + rows + ") AS s (n)"
                : "(SELECT seq AS n FROM seq_1_to_" + rows + ") s";
        sql.update(into + "SELECT " + row + " FROM " + numbers);
    }

    private String text(String start) {
        return postgres ? "'" + start + "' || n" : "CONCAT('" + start + "', n)";
    }

    private String uuid() {
        return postgres ? "gen_random_uuid()" : "UNHEX(REPLACE(UUID(), '-', ''))";
    }

    private void dueAtOnce() {
        insert(LIMIT, text("k:") + ", 'k', NULL, " + LONG_AGO, 20_000);
        sql.update(LIMIT + "VALUES ('k', 'k', 1, " + LONG_AGO + ")");
        insert(JOB, "'t', 'q', 0, " + LONG_AGO + ", 0, 0, NULL, NULL, " + LONG_AGO + ", 1", 100_000);
        String key = postgres ? "'k:' || MOD(id, 20000)" : "CONCAT('k:', MOD(id, 20000))";
        insert(JOB, "'t', 'q', 0, " + LONG_AGO + ", 7, 0, NULL, NULL, " + LONG_AGO + ", 129", 100_000);
        sql.update(PERMIT + "SELECT id, " + key + ", 0, 0, 0, queue, job_rank, due_at FROM baton_job");
        sql.update(STEP + "SELECT id, 'approved', 3, 2, due_at, due_at, 1 FROM baton_job WHERE state = 7");
    }

    private void jobsOfWorkers(String worker) {
        insert(
                "INSERT INTO baton_worker (name, host, pid, epoch, version, queues, types, started_at, seen_at, dead) ",
                "'w', 'h', 1, " + uuid() + ", '1', 'q', 't', " + LONG_AGO + ", " + LONG_AGO + ", TRUE",
                400);
        insert(
                JOB,
                "'t', 'q', 0, " + LONG_AGO + ", 2, 1, " + uuid() + ", " + worker + ", " + LONG_AGO + ", NULL",
                100_000);
    }

    private void readyJobs(int queues) {
        String queue = postgres ? "'q' || MOD(n, " + queues + ")" : "CONCAT('q', MOD(n, " + queues + "))";
        insert(JOB, "'t', " + queue + ", 0, " + LONG_AGO + ", 1, 0, NULL, NULL, " + LONG_AGO + ", NULL", 150_000);
        permits(20_000);
    }

    private void permits(int keys) {
        sql.update(LIMIT + "VALUES ('k', 'k', 1, " + LONG_AGO + ")");
        insert(LIMIT, text("k:") + ", 'k', NULL, " + LONG_AGO, keys);
        insert(PERMIT, "n, " + text("k:") + ", 0, 1 + MOD(n, 2), 0, 'q1', 0, " + LONG_AGO, keys);
    }

    private void history() {
        insert(
                "INSERT INTO baton_job_history (id, type, queue, job_rank, state, attempt, created_at, due_at, ended_at) ",
                "n, 't', 'q', 0, 4 + 2 * MOD(n, 2), 1, " + LONG_AGO + ", " + LONG_AGO + ", " + LONG_AGO,
                300_000);
        insert(
                "INSERT INTO baton_worker (name, host, pid, epoch, version, queues, types, started_at, seen_at, dead) ",
                "'w', 'h', 1, " + uuid() + ", '1', 'q', 't', " + LONG_AGO + ", " + LONG_AGO + ", TRUE",
                10_000);
    }

    /** Queues to count, a few rows to remove, and many to merge that have little in common. */
    private void activity() {
        readyJobs(200);
        String into =
                "INSERT INTO baton_activity (queue, type, started, completed, cancelled, failed, died, waited, longest_wait, noted_at) ";
        String row = text("q") + ", 't', n, n, 0, 0, 0, 1, 1, ";
        insert(into, row + LONG_AGO, 500);
        insert(into, row + (postgres ? "now() - INTERVAL '3 hours'" : "UTC_TIMESTAMP(6) - INTERVAL 3 HOUR"), 100_000);
    }

    /** Queues to count, deaths of many types, and as many limits with long lines as are read. */
    private void alarming() {
        readyJobs(200);
        insert(JOB, text("t") + ", 'q', 0, " + LONG_AGO + ", 5, 1, NULL, NULL, " + LONG_AGO + ", NULL", 50_000);
        sql.update("UPDATE baton_job SET died_at = "
                + (postgres ? "now() - INTERVAL '10 seconds'" : "UTC_TIMESTAMP(6) - INTERVAL 10 SECOND")
                + ", error = 'x.Y: z' WHERE state = 5");
        insert(LIMIT, text("l") + ", " + text("l") + ", 1, " + LONG_AGO, 100);
        String name = postgres ? "'l' || MOD(n, 100)" : "CONCAT('l', MOD(n, 100))";
        insert(PERMIT, "1000000 + n, " + name + ", 0, 1, 0, 'q1', 0, " + LONG_AGO, 100_000);
    }

    private void changes() {
        insert(
                "INSERT INTO baton_change (changed_at, principal, resource, target, action) ",
                LONG_AGO + ", 'ann', 'jobs', '1', 'revive'",
                100_000);
    }

    /** Jobs that wait beside permits of jobs that are no more, and keys that nobody uses. */
    private void forgottenPermits() {
        permits(50_000);
        insert(JOB, "'t', 'q', 0, " + LONG_AGO + ", 3, 0, NULL, NULL, " + LONG_AGO + ", 1", 50_000);
        sql.update("UPDATE baton_permit SET job_id = job_id + 100000000");
        insert(LIMIT, text("k:unused-") + ", 'k', NULL, " + LONG_AGO, 50_000);
    }

    private void forgottenSequences() {
        insert("INSERT INTO baton_sequence (job_id, name, state, on_dead) ", "n, " + text("s") + ", 2, 0", 100_000);
        insert("INSERT INTO baton_turn (job_id, name) ", "n, " + text("s"), 100_000);
    }

    private void idleBatches() {
        insert("INSERT INTO baton_batch (id, sealed, active_at) ", "n, TRUE, " + LONG_AGO, 1_000);
        String ones = postgres ? "decode(repeat('ff', 1000), 'hex')" : "UNHEX(REPEAT('ff', 1000))";
        insert(
                "INSERT INTO baton_batch_group (batch_id, size, remaining, bits, first_job, last_job) ",
                "1 + MOD(n, 100), 8000, 8000, " + ones + ", 8000 * n, 8000 * n + 100000",
                2_000);
        insert(JOB, "'t', 'q', 0, " + LONG_AGO + ", 1, 0, NULL, NULL, " + LONG_AGO + ", 2", 100_000);
        sql.update("UPDATE baton_job SET batch_group = 1, batch_index = MOD(id, 8000)");
    }

    private void oldFlows() {
        insert(
                "INSERT INTO baton_batch (id, sealed, completed_at, active_at, flow) ",
                "n, TRUE, " + LONG_AGO + ", " + LONG_AGO + ", TRUE",
                10);
        insert(
                "INSERT INTO baton_batch_group (id, batch_id, size, remaining, step) ",
                "n, 1 + MOD(n, 10), 8000, 0, 1",
                100_000);
        insert("INSERT INTO baton_result (group_id, item, result) ", "1 + MOD(n, 20), n, 'result'", 150_000);
    }

    private void keysOfNobody() {
        String unique = "INSERT INTO baton_unique (unique_key, dead_job, job_id, scope, started, expires_at, asked) ";
        insert(unique, text("kept:") + ", 0, 100000000 + n, 1, FALSE, NULL, 1", 100_000);
        insert(unique, text("over:") + ", 0, 200000000 + n, 2, FALSE, " + LONG_AGO + ", 1", 100_000);
    }

    private void once() {
        insert(
                "INSERT INTO baton_once (once_key, state, token, expires_at) ",
                text("k") + ", 2, " + uuid() + ", " + LONG_AGO,
                100_000);
    }

    /** All of them due, and each with more ticks than it makes up for. */
    private void schedules() {
        insert(
                "INSERT INTO baton_schedule (name, made_by, type, queue, priority, payload, every_micros, zone_id, missed, may_overlap,"
                        + " next_at, paused, known_at, gone, changed_at) ",
                text("s") + ", " + uuid() + ", 'worst', 'default', 0, '{\"number\":1}', 60000000, 'UTC', 2, TRUE, "
                        + LONG_AGO + ", FALSE, " + LONG_AGO + ", FALSE, " + LONG_AGO,
                10_000);
    }
}
