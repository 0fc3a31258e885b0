package io.baton.example;

import io.baton.database.Database;
import io.baton.job.Capability.TransitionStep;
import io.baton.job.Transition;
import java.util.List;

/** Writes a row for each transition of a job. */
public record NoteStatements(Database database) implements TransitionStep {

    /** The bit of the capability. */
    public static final int TIE = 8192;

    /** Makes the table, as a migration would. */
    public static final String TABLE =
            "CREATE TABLE baton_note (job_id bigint NOT NULL, transition varchar(20) NOT NULL)";

    @Override
    public int tie() {
        return TIE;
    }

    @Override
    public void follow(Transition transition, List<TiedJob> jobs) {
        database.updateEach(
                "INSERT INTO baton_note (job_id, transition) VALUES (?, ?)",
                jobs.stream()
                        .map(job -> new Object[] {job.id(), transition.name()})
                        .toList());
    }

    /** Returns what was noted of a job. */
    public List<Transition> of(long jobId) {
        return database.list("SELECT transition FROM baton_note WHERE job_id = ?", String.class, jobId).stream()
                .map(Transition::valueOf)
                .toList();
    }

    /** Returns how many notes there are. */
    public long count() {
        Long notes = database.value("SELECT COUNT(*) FROM baton_note", Long.class);
        return notes == null ? 0 : notes;
    }

    /** Removes the notes of jobs whose rows were removed; returns how many. */
    public int tidy() {
        return database.update("DELETE FROM baton_note WHERE transition = 'REMOVED'");
    }
}
