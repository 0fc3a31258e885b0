package io.baton.faults.cluster;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcOperations;

/** The tables that handlers, clients and the probe write to, and what is left in Baton's. */
record ClusterTables(ClusterKind kind, JdbcOperations jdbc) {

    /** How many rows a job walks through in chunks. */
    static final int ROWS = 100;

    static final long MILLIS_BETWEEN_TICKS = 1_000;

    private static final String TICKS = " FROM effect WHERE kind = '" + SingleHandlers.TICKED + "'";

    void create() {
        List.of(
                        "effect (n %s, kind varchar(20) NOT NULL, item bigint NOT NULL, job_id bigint NOT NULL, run varchar(60) NOT NULL, unseen integer NOT NULL)",
                        "request (n %s, op varchar(30) NOT NULL, item bigint NOT NULL, unique_key varchar(50) NOT NULL)",
                        "handled (n %s, item bigint NOT NULL, run varchar(60) NOT NULL)",
                        "chunk_done (n %s, item bigint NOT NULL, from_row bigint NOT NULL, to_row bigint NOT NULL)",
                        "received (token varchar(250) NOT NULL PRIMARY KEY, item bigint NOT NULL)",
                        "source_row (id bigint NOT NULL PRIMARY KEY)",
                        "probe (number bigint NOT NULL PRIMARY KEY)")
                .forEach(table -> jdbc.execute("CREATE TABLE " + table.formatted(kind.identity())));
        jdbc.execute("CREATE INDEX effect_item ON effect (item)");
        jdbc.execute("CREATE INDEX handled_item ON handled (item)");
        jdbc.execute("CREATE INDEX request_key ON request (unique_key)");
        jdbc.batchUpdate(
                "INSERT INTO source_row (id) VALUES (?)",
                IntStream.rangeClosed(1, ROWS).mapToObj(id -> new Object[] {id}).toList());
    }

    long firstTick() {
        return count("SELECT COALESCE(MIN(item), 0)" + TICKS);
    }

    long lastTick() {
        return count("SELECT COALESCE(MAX(item), 0)" + TICKS);
    }

    /** Returns how many jobs have not ended; dead ones have. */
    long unfinished() {
        return count("SELECT COUNT(*) FROM baton_job WHERE state <> 5");
    }

    /** Returns how many runs did not see all effects of the items that come before theirs. */
    long early() {
        return count("SELECT COUNT(*) FROM effect WHERE unseen > 0");
    }

    long incompleteBatches() {
        return count("SELECT COUNT(*) FROM baton_batch WHERE completed_at IS NULL");
    }

    private long count(String query) {
        return Objects.requireNonNull(jdbc.queryForObject(query, Long.class));
    }
}
