package io.baton.sequence;

import io.baton.database.Database;
import io.baton.job.Capability.InsertStep;
import io.baton.job.DirtySet;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Sequence;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Inserts the rows of new jobs of sequences. Locks nothing that other jobs of a sequence need: a transaction of an application may stay open for long. */
record SequenceInserts(Database database, DirtySet<String> dirty) implements InsertStep {

    private static final String ROWS =
            "SELECT j.id, n.name, n.on_dead, CASE WHEN j.stored_state = 3 THEN 1 ELSE 0 END FROM %s j, (%s) n"
                    + " WHERE n.job_number = j.job_number";

    private static final String OF_ARRAYS =
            "SELECT u.* FROM unnest(CAST(? AS text[]), CAST(? AS integer[])) WITH ORDINALITY AS u (name, on_dead, job_number)";

    private static final String OF_ONE =
            "SELECT {?integer} AS job_number, {?varchar(200)} AS name, {?integer} AS on_dead";

    @Override
    public String insert(String stored, List<NewJob> jobs) {
        String selection = database.dialect().verbsAreStatements()
                ? OF_ARRAYS
                : String.join(" UNION ALL ", Collections.nCopies(jobs.size(), OF_ONE));
        return database.dialect()
                .insertOrReplace(
                        "baton_sequence", "job_id", "job_id, name, on_dead, state", ROWS.formatted(stored, selection));
    }

    @Override
    public List<Object> parameters(List<NewJob> jobs) {
        List<Sequence> sequences =
                jobs.stream().map(job -> Objects.requireNonNull(job.sequence())).toList();
        if (database.dialect().verbsAreStatements()) {
            return List.of(
                    sequences.stream().map(Sequence::name).toArray(String[]::new),
                    sequences.stream().map(each -> Sequence.code(each.onDead())).toArray(Integer[]::new));
        }
        return IntStream.range(0, jobs.size())
                .boxed()
                .<Object>mapMulti((number, parameters) -> {
                    parameters.accept(number + 1);
                    parameters.accept(sequences.get(number).name());
                    parameters.accept(Sequence.code(sequences.get(number).onDead()));
                })
                .toList();
    }

    @Override
    public void stored(List<NewJob> jobs) {
        dirty.markAfterCommit(jobs.stream()
                .filter(job -> !(job.due() instanceof Due.After))
                .map(job -> Objects.requireNonNull(job.sequence()).name())
                .collect(Collectors.toSet()));
    }
}
