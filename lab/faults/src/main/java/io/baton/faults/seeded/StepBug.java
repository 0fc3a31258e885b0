package io.baton.faults.seeded;

import io.baton.faults.seeded.Defect.Commits;
import java.util.Locale;

/** What is wrong with an engine that runs steps, or with its database, and the figure of their history that is not zero then. */
enum StepBug {
    /** A step is reported as recorded, and its record is one of no job. */
    RECORD_NOT_WRITTEN(
            "rows_wrong",
            new Change(
                    "INSERT INTO baton_step (",
                    "SELECT id, ",
                    "SELECT CASE WHEN random() < 0.3 THEN -id ELSE id END, ")),
    /** A run whose claim was lost records a step. */
    RECORD_WITHOUT_FENCE(
            "rows_wrong",
            Change.SLOW_STEP,
            new Change("INSERT INTO baton_step (", "lock_id = ? AND state = 2", "(lock_id = ? OR TRUE)")),
    /** A run does not find the records of transactions. */
    RECORD_NOT_FOUND(
            "rows_wrong",
            new Change("FROM baton_step WHERE job_id = ? ORDER BY", "job_id = ?", "job_id = ? AND kind <> 1")),
    /** The row of a job does not say that it has steps. */
    JOB_NOT_TIED("rows_wrong", new Change("UPDATE baton_job SET ties = COALESCE", " ELSE 128 END", " ELSE 0 END")),
    /** The result of a step is not in its record. */
    RESULT_NOT_WRITTEN(
            "rows_wrong", new Change("INSERT INTO baton_step (", ", ? FROM job", ", NULLIF(LEFT(?, 0), '') FROM job")),
    /** The records of jobs that wait are purged. */
    RECORD_PURGED(
            "rows_wrong",
            new Change(
                    "WHERE until_at <= ",
                    "SELECT job_id FROM baton_step",
                    "WITH purged AS (DELETE FROM baton_step d WHERE d.state = 1 AND d.job_id IN"
                            + " (SELECT w.job_id FROM baton_step w WHERE w.until_at IS NOT NULL)) SELECT job_id FROM baton_step")),
    /** A database loses commits of steps. */
    STEP_LOST("rows_wrong", Commits.LOST, "INSERT INTO step_row (step, job_id, reserved, step_key, seen"),
    /** The key of a step is another one in each run. */
    KEY_CHANGED("keys_wrong", new Change("SET state = 2, lock_id = ?", "created_at", "clock_timestamp()")),
    /** Times of waits are not found. */
    WAIT_NOT_ENDED("stuck", new Change("SELECT job_id FROM baton_step", "until_at <= ", "FALSE AND until_at <= ")),
    /** A job whose wait has ended is not always made ready. */
    WAKE_NOT_WRITTEN(
            "stuck",
            new Change("SET state = 1, due_at = clock_timestamp() WHERE", "state = 7", "state = 7 AND random() < 0.8")),
    /** A run that ends takes its wait for open, although a signal or its time has ended it. */
    WAKE_MISSED(
            "stuck",
            Change.SLOW_END,
            new Change("SELECT j.job_id, j.name, j.kind", "j.state = 2 AND j.until_at > clock_timestamp()", "TRUE")),
    /** A signal that is reported as delivered does not change the wait. */
    SIGNAL_NOT_WRITTEN(
            "signals_lost",
            new Change(
                    "UPDATE baton_step SET state = ?",
                    "state = ?, ended_at = clock_timestamp(), until_at = NULL",
                    "state = LEAST(?, 0) + state")),
    /** A signal is stored as one that a wait has taken. */
    SIGNAL_DROPPED(
            "signals_lost", new Change("INSERT INTO baton_signal (job_id", "(?, ?, ?, ?, ", "(?, ?, ?, ? OR TRUE, ")),
    /** A sender and a run do not wait for each other. */
    SIGNAL_WITHOUT_LOCK(
            "signals_lost",
            Change.SLOW_SENDER,
            new Change(
                    "SELECT state, queue, ",
                    " FROM baton_job WHERE id = ? FOR UPDATE",
                    " FROM baton_job WHERE id = ?")),
    /** The time of a wait ends it, although a signal has. */
    TIMEOUT_AFTER_SIGNAL(
            "signals_lost",
            Change.SLOW_SENDER,
            Change.SLOW_TIMES,
            new Change(
                    "SET state = CASE WHEN kind = 2",
                    "j.until_at <= clock_timestamp()",
                    "(j.until_at <= clock_timestamp() OR j.kind = 3 AND j.state = 1)")),
    /** A sender does not find a wait that has timed out. */
    SIGNAL_AFTER_TIMEOUT("signals_lost", new Change(" AND kind = 3 AND ", "state IN (2, 3)", "state = 2")),
    /** A signal that a wait has taken can be taken again. */
    SIGNAL_NOT_TAKEN(
            "signals_wrong",
            new Change("UPDATE baton_signal SET taken", "taken = TRUE, payload = NULL", "taken = FALSE")),
    /** A wait takes the last signal. */
    SIGNALS_OUT_OF_ORDER("signals_wrong", new Change("SELECT id, payload FROM baton_signal", "BY id", "BY id DESC")),
    /** The id of a message is not stored. */
    MESSAGE_ID_NOT_WRITTEN(
            "signals_wrong",
            new Change("INSERT INTO baton_signal (job_id", "(?, ?, ?, ", "(?, ?, NULLIF(LEFT(?, 0), ''), ")),
    /** The row of a job does not say that its steps have an undo. */
    UNDO_NOT_TIED("undo_wrong", new Change("UPDATE baton_job SET ties = COALESCE", " ELSE 512 END", " ELSE 0 END")),
    /** A job whose steps are to be undone goes on. */
    UNDO_NOT_BEGUN("stuck", new Change("cancel_requested = FALSE, ties = ties + ", "ties + ", "ties + 0 * ")),
    /** An undo that a run has not come to is taken for one that it has recorded. */
    UNDO_SKIPPED(
            "undo_wrong",
            new Change(
                    "FROM baton_step WHERE job_id = ? ORDER BY",
                    "kind, state,",
                    "kind, CASE WHEN kind = 0 AND state IN (0, 1) THEN 5 ELSE state END AS state,")),
    /** An undo is not recorded. */
    UNDO_NOT_WRITTEN("undo_wrong", new Change("UPDATE baton_step SET state = 5", "state = 5", "state = state")),
    /** The step that began first is undone first. */
    UNDO_OUT_OF_ORDER(
            "undo_wrong",
            new Change(
                    "FROM baton_step WHERE job_id = ? ORDER BY",
                    "attempt, began_at,",
                    "attempt, TIMESTAMPTZ '2200-01-01' - (began_at - TIMESTAMPTZ '2000-01-01') AS began_at,")),
    /** A database loses commits of undos. */
    UNDO_LOST("undo_wrong", Commits.LOST, "UPDATE baton_step SET state = 5"),
    /** A step that was begun, and may have been done, is not found. */
    BEGUN_NOT_FOUND(
            "undo_wrong",
            new Change("FROM baton_step WHERE job_id = ? ORDER BY", "job_id = ?", "job_id = ? AND state <> 0"));

    /** Nothing is wrong but that all takes long, and some steps have unknown outcomes. */
    static final Defect NONE = new Defect(
            Commits.DENIED,
            "INSERT INTO step_row",
            Change.SLOW_STEP,
            Change.SLOW_END,
            Change.SLOW_SENDER,
            Change.SLOW_TIMES);

    private final String figure;

    @SuppressWarnings("ImmutableEnumChecker") // a list of records that is never changed
    private final Defect defect;

    StepBug(String figure, Change... changes) {
        this.figure = figure;
        this.defect = new Defect(changes);
    }

    StepBug(String figure, Commits commits, String transaction) {
        this.figure = figure;
        this.defect = new Defect(commits, transaction);
    }

    /** Returns its name in reports, which is also that of its database. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the figure. */
    String figure() {
        return figure;
    }

    Defect defect() {
        return defect;
    }
}
