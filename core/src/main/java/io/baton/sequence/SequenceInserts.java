package io.baton.sequence;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.job.Capability.InsertStep;
import io.baton.job.DirtySet;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Sequence;
import java.util.List;
import java.util.stream.Collectors;

/** Inserts the rows of new jobs of sequences. Locks nothing that other jobs of a sequence need: a transaction of an application may stay open for long. */
record SequenceInserts(Database database, DirtySet<String> dirty) implements InsertStep {

    private static final String ROWS =
            "SELECT j.id, n.name, n.on_dead, CASE WHEN j.stored_state = 3 THEN 1 ELSE 0 END FROM %s j, (%s) n"
                    + " WHERE n.job_number = j.job_number";

    private static final String OF_ARRAYS =
            "SELECT u.* FROM unnest(CAST(? AS text[]), CAST(? AS integer[])) WITH ORDINALITY AS u (name, on_dead, job_number)";

    /** Databases without a bulk insert store jobs one by one. */
    private static final String OF_ONE = "SELECT 1 AS job_number, {?varchar(200)} AS name, {?integer} AS on_dead";

    @Override
    public String insert(String stored, List<NewJob> jobs) {
        String rows = ROWS.formatted(stored, database.dialect().verbsAreStatements() ? OF_ARRAYS : OF_ONE);
        return database.dialect().insertOrReplace("baton_sequence", "job_id", "job_id, name, on_dead, state", rows);
    }

    @Override
    public List<Object> parameters(List<NewJob> jobs) {
        String[] names = jobs.stream().map(job -> of(job).name()).toArray(String[]::new);
        Integer[] codes = jobs.stream()
                .map(job -> SequenceRows.ON_DEAD.indexOf(of(job).onDead()))
                .toArray(Integer[]::new);
        return database.dialect().verbsAreStatements() ? List.of(names, codes) : List.of(names[0], codes[0]);
    }

    @Override
    public void stored(List<NewJob> jobs) {
        dirty.markAfterCommit(jobs.stream()
                .filter(job -> !(job.due() instanceof Due.After))
                .map(job -> of(job).name())
                .collect(Collectors.toSet()));
    }

    private static Sequence of(NewJob job) {
        return requireNonNull(job.sequence());
    }
}
