package io.baton.faults.scenario;

import io.baton.faults.server.Server;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the scenarios write into tables past Baton, in the SQL of each database. */
final class ScenarioTables {

    private static final String COLUMNS =
            "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at, payload) SELECT ?, ?, -1, ";
    private static final String ON_POSTGRES =
            COLUMNS + "clock_timestamp(), 1, clock_timestamp(), ? FROM generate_series(1, ?)";
    private static final String ON_MARIADB =
            COLUMNS + "UTC_TIMESTAMP(6), 1, UTC_TIMESTAMP(6), ? FROM seq_1_to_100000 WHERE seq <= ?";

    private final JdbcTemplate jdbc;
    private final boolean mariadb;

    ScenarioTables(JdbcTemplate jdbc, Server.Kind kind) {
        this.jdbc = jdbc;
        this.mariadb = kind == Server.Kind.MARIADB;
    }

    void create() {
        jdbc.execute("CREATE TABLE effect (job_id bigint NOT NULL)");
    }

    /** Stores jobs that are ready, as if they had been enqueued. */
    void ready(String type, String queue, int count, String payload) {
        jdbc.update(mariadb ? ON_MARIADB : ON_POSTGRES, type, queue, payload, count);
    }

    /** Empties the table of jobs, after which its ids start anew. */
    void restartIds() {
        jdbc.execute(mariadb ? "TRUNCATE TABLE baton_job" : "TRUNCATE TABLE baton_job RESTART IDENTITY");
    }

    /** Stores a flow that was complete years ago, with a result of each of its jobs. */
    void oldFlow(long number, int groups, int jobsOfGroup) {
        String past = "'2020-01-01 00:00:00'";
        long flow = number * 1_000_000;
        jdbc.update(
                "INSERT INTO baton_batch (id, sealed, flow, completed_at, active_at) VALUES (?, TRUE, TRUE, " + past
                        + ", " + past + ")",
                flow);
        jdbc.update(
                "INSERT INTO baton_batch_group (id, batch_id, size, remaining, step) SELECT ? + n, ?, ?, 0, 0 FROM "
                        + numbers(),
                flow,
                flow,
                jobsOfGroup,
                groups);
        jdbc.update(
                "INSERT INTO baton_result (group_id, item, result) SELECT g.id, n - 1, '1' FROM " + numbers()
                        + " JOIN baton_batch_group g ON g.batch_id = ?",
                jobsOfGroup,
                flow);
    }

    /** From 1 to a parameter, as n. */
    private String numbers() {
        return mariadb
                ? "(SELECT seq AS n FROM seq_1_to_100000 WHERE seq <= ?) numbers"
                : "generate_series(1, ?) AS numbers (n)";
    }

    void clear() {
        List.of(
                        "baton_job",
                        "baton_job_history",
                        "baton_worker",
                        "baton_batch",
                        "baton_batch_group",
                        "baton_result",
                        "baton_ack",
                        "baton_once",
                        "baton_permit",
                        "effect")
                .forEach(table -> jdbc.execute("TRUNCATE TABLE " + table));
    }
}
