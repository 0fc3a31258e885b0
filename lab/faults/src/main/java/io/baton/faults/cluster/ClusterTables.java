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

    /** How many rows a job copies in chunks. */
    static final int ROWS = 100;

    void create() {
        List.of(
                        "effect (n %s, kind varchar(20) NOT NULL, item bigint NOT NULL, job_id bigint NOT NULL, node varchar(50) NOT NULL, seen integer NOT NULL)",
                        "request (n %s, item bigint NOT NULL, unique_key varchar(50) NOT NULL)",
                        "chunk_row (n %s, item bigint NOT NULL, source bigint NOT NULL)",
                        "received (token varchar(250) NOT NULL PRIMARY KEY, item bigint NOT NULL)",
                        "source_row (id bigint NOT NULL PRIMARY KEY)",
                        "probe (number bigint NOT NULL PRIMARY KEY)")
                .forEach(table -> jdbc.execute("CREATE TABLE " + table.formatted(kind.identity())));
        jdbc.execute("CREATE INDEX effect_item ON effect (item)");
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

    /** Returns the effects of items, but those of ticks. */
    Map<Long, Found> effects() {
        Map<Long, Found> found = new HashMap<>();
        jdbc.query(
                "SELECT item, COUNT(*) AS effects, MIN(seen) AS seen FROM effect WHERE kind <> '"
                        + SingleHandlers.TICKED + "' GROUP BY item",
                row -> {
                    found.put(row.getLong("item"), new Found(row.getLong("effects"), row.getInt("seen")));
                });
        return found;
    }

    /** Returns the items whose enqueue has committed, by the rows that their clients wrote. */
    Set<Long> requests() {
        return new HashSet<>(jdbc.queryForList("SELECT item FROM request", Long.class));
    }

    Set<Long> probes() {
        return new HashSet<>(jdbc.queryForList("SELECT number FROM probe", Long.class));
    }

    /** Returns how many items were not copied, or not in full. */
    long incompleteCopies() {
        return count("SELECT COUNT(*) FROM effect e WHERE e.kind = 'chunked' AND (SELECT COUNT(DISTINCT source)"
                + " FROM chunk_row c WHERE c.item = e.item) <> " + ROWS);
    }

    /** Returns how many rows were copied more than once for one item. */
    long doubleCopies() {
        return count("SELECT COUNT(*) FROM (SELECT item FROM chunk_row GROUP BY item, source HAVING COUNT(*) > 1)"
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
        return count("SELECT COUNT(*) FROM (SELECT item FROM effect WHERE kind = '" + SingleHandlers.TICKED
                + "' GROUP BY item HAVING COUNT(*) > 1) AS twice");
    }

    /** Returns how many seconds had no job, between the first that had one and the last. */
    long missingTicks() {
        return count("SELECT COALESCE(MAX(item) - MIN(item) + 1 - COUNT(DISTINCT item), 0) FROM effect WHERE kind = '"
                + SingleHandlers.TICKED + "'");
    }

    /** Returns whether no job is left but dead ones. */
    boolean drained() {
        return unfinished() == 0;
    }

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
