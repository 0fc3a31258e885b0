package io.baton.faults.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
                        "effect (n %s, kind varchar(20) NOT NULL, item bigint NOT NULL, job_id bigint NOT NULL, run varchar(60) NOT NULL, seen integer NOT NULL)",
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
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(id -> new Object[] {id})
                        .toList());
    }

    /**
     * The effects of an item.
     *
     * @param seen the fewest that a run has seen of items before it
     */
    record Found(long effects, int seen) {}

    /** Returns the effects of items: how often those of a key were handled, and the effects of all others but ticks. */
    Map<Long, Found> effects() {
        Map<Long, Found> found = new HashMap<>();
        read("SELECT item, COUNT(*) AS effects, MIN(seen) AS least FROM effect WHERE kind NOT IN ('keyed', '"
                + SingleHandlers.TICKED + "') GROUP BY item", found);
        read("SELECT item, COUNT(*) AS effects, 0 AS least FROM handled GROUP BY item", found);
        return found;
    }

    private void read(String query, Map<Long, Found> found) {
        jdbc.query(query, row -> {
            found.put(row.getLong("item"), new Found(row.getLong("effects"), row.getInt("least")));
        });
    }

    /** Returns the items whose enqueue has committed, by the rows that their clients wrote. */
    Set<Long> requests() {
        return new HashSet<>(jdbc.queryForList("SELECT item FROM request", Long.class));
    }

    Set<Long> probes() {
        return new HashSet<>(jdbc.queryForList("SELECT number FROM probe", Long.class));
    }

    /** Returns how many jobs completed before they had walked through all rows. */
    long missingChunks() {
        return count("SELECT COUNT(*) FROM effect e WHERE e.kind = 'chunked' AND (SELECT COALESCE(SUM(to_row - from_row), 0)"
                + " FROM chunk_done c WHERE c.item = e.item) < " + ROWS);
    }

    /** Returns how many chunks were committed more than once. */
    long doubleChunks() {
        return count("SELECT COUNT(*) FROM (SELECT item FROM chunk_done GROUP BY item, from_row HAVING COUNT(*) > 1)"
                + " AS twice");
    }

    /** Returns how many items were called by more than one idempotency key. */
    long doubleCalls() {
        return count("SELECT COUNT(*) FROM (SELECT item FROM received GROUP BY item HAVING COUNT(*) > 1) AS twice");
    }

    /** Returns how many items count as called and were not received. */
    long missingCalls() {
        return count("SELECT COUNT(*) FROM effect e WHERE e.kind = 'called'"
                + " AND NOT EXISTS (SELECT 1 FROM received r WHERE r.item = e.item)");
    }

    long doubleTicks() {
        return count("SELECT COUNT(*) FROM (SELECT item" + TICKS + " GROUP BY item HAVING COUNT(*) > 1) AS twice");
    }

    /** Returns how many ticks had no job, between the first that had one and the last. */
    long missingTicks() {
        return (lastTick() - firstTick()) / MILLIS_BETWEEN_TICKS + 1 - count("SELECT COUNT(DISTINCT item)" + TICKS);
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

    long dead() {
        return count("SELECT COUNT(*) FROM baton_job WHERE state = 5");
    }

    /** Returns how many permits are held or waited for. */
    long permits() {
        return count("SELECT COUNT(*) FROM baton_permit");
    }

    long incompleteBatches() {
        return count("SELECT COUNT(*) FROM baton_batch WHERE completed_at IS NULL");
    }

    private long count(String query) {
        return Objects.requireNonNull(jdbc.queryForObject(query, Long.class));
    }
}
