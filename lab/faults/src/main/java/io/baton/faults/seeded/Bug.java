package io.baton.faults.seeded;

import io.baton.faults.cluster.ClusterWork.Kind;
import io.baton.faults.seeded.Defect.Commits;
import java.util.Locale;

/** What is wrong with an engine or a database, and the promise that does not hold then. */
enum Bug {
    /** Two nodes claim the same rows. */
    CLAIM_WITHOUT_LOCK(
            "exclusive",
            Kind.PLAIN,
            new Change("SET state = 2, lock_id = ?", " FOR UPDATE SKIP LOCKED", ""),
            new Change("SET state = 2, lock_id = ?", "ctid", "id"),
            new Change(
                    "SET state = 2, lock_id = ?",
                    "SELECT set_config('synchronous_commit', 'off', true)",
                    "SELECT COUNT(*) FROM pg_sleep(0.02)")),
    /** A run whose claim was lost completes its job. */
    SETTLEMENT_WITHOUT_FENCE(
            "effects",
            Kind.WRITTEN,
            Change.SLOW_EFFECT,
            new Change("DELETE FROM baton_job WHERE id = (", "lock_id = ?", "(lock_id = ? OR TRUE)")),
    /** Two admissions count the same free permits. */
    PERMITS_WITHOUT_LOCK(
            "permits",
            Kind.GATED,
            new Change("SELECT l.name FROM baton_limit l WHERE", " FOR UPDATE", ""),
            new Change(
                    "picked AS MATERIALIZED",
                    "'given', name, jobs FROM given",
                    "'given', name, jobs FROM given CROSS JOIN pg_sleep(0.03)")),
    /** What was taken from a rate is not written, and its burst is another one. */
    RATE_NOT_WRITTEN(
            "rates",
            Kind.RATED,
            new Change("UPDATE baton_limit SET tokens", "tokens = ?", "tokens = CAST(? AS double precision) + 1000"),
            new Change("AS unstarted FROM", "COALESCE(l.burst, f.burst) AS burst", "20 AS burst")),
    /** Two nodes fire the same tick. */
    TICK_WITHOUT_LOCK(
            "ticks",
            Kind.PLAIN,
            new Change("FROM baton_schedule WHERE name = ?", " FOR UPDATE SKIP LOCKED", ""),
            new Change("FROM baton_schedule WHERE name = ?", " FOR UPDATE", ""),
            new Change(
                    "UPDATE baton_schedule SET next_at = ?",
                    "WHERE name = ?",
                    "WHERE name = ? AND (SELECT COUNT(*) FROM pg_sleep(0.2)) IS NOT NULL")),
    /** A fold does not see the items that are open. */
    BATCH_COMPLETE_EARLY(
            "batches",
            Kind.MEMBER,
            Change.SLOW_EFFECT,
            new Change("SELECT j.id, j.bits, j.dead_bits", "j.bits", "CAST(NULL AS bytea) AS bits")),
    /** Steps are released while the steps before them run. */
    STEP_RELEASED_EARLY(
            "flows",
            Kind.STEP_ONE,
            Change.SLOW_EFFECT,
            new Change("SELECT step, SUM(size) AS items", "SUM(remaining)", "0")),
    /** The record that an action was performed is not written. */
    ONCE_NOT_RECORDED("once", Kind.CALLED, new Change("UPDATE baton_once SET", "state = 2", "state = 1")),
    /** A job that ends keeps its key. */
    KEY_NOT_RELEASED(
            "unique", Kind.KEYED, new Change("DELETE FROM baton_unique", "WHERE dead_job", "WHERE FALSE AND dead_job")),
    /** A driver repeats the insert of an effect. */
    EFFECT_REPEATED("effects", Kind.WRITTEN, Change.effectFrom("generate_series(1, 2)")),
    /** A driver repeats the insert of a chunk. */
    CHUNK_REPEATED(
            "chunks",
            Kind.CHUNKED,
            new Change("INSERT INTO chunk_done", "VALUES (?, ?, ?)", "SELECT ?, ?, ? FROM generate_series(1, 2)")),
    /** A database loses commits of chunks. */
    CHUNK_LOST("chunks", Kind.CHUNKED, Commits.LOST, "INSERT INTO chunk_done"),
    /** A database loses commits of clients. */
    ENQUEUE_LOST("completeness", Kind.PLAIN, Commits.LOST, "INSERT INTO request"),
    /** A driver reports to clients that transactions are rolled back which are committed. */
    ENQUEUE_DENIED("completeness", Kind.PLAIN, Commits.DENIED, "INSERT INTO request");

    private final String promise;
    private final Kind kind;

    @SuppressWarnings("ImmutableEnumChecker") // a list of records that is never changed
    private final Defect defect;

    Bug(String promise, Kind kind, Change... changes) {
        this.promise = promise;
        this.kind = kind;
        this.defect = new Defect(changes);
    }

    Bug(String promise, Kind kind, Commits commits, String transaction) {
        this.promise = promise;
        this.kind = kind;
        this.defect = new Defect(commits, transaction);
    }

    /** Returns its name in reports, which is also that of its database. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the promise. */
    String promise() {
        return promise;
    }

    /** Returns the kind of the jobs that show it. */
    Kind kind() {
        return kind;
    }

    Defect defect() {
        return defect;
    }
}
