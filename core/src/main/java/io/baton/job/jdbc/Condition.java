package io.baton.job.jdbc;

import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.job.StateCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** A filter as the end of a WHERE, with its parameters; states are restricted to those given. */
record Condition(String text, List<Object> parameters) {

    /** The jobs of a batch lie between two ids. */
    private static final String OF_BATCH =
            " AND j.batch_group IN (SELECT g.id FROM baton_batch_group g WHERE g.batch_id = ?)"
                    + " AND j.id >= (SELECT MIN(g.first_job) FROM baton_batch_group g WHERE g.batch_id = ?)"
                    + " AND j.id <= (SELECT MAX(g.last_job) FROM baton_batch_group g WHERE g.batch_id = ?)";

    static Condition of(JobFilter filter, Collection<JobState> states) {
        StringBuilder text = new StringBuilder(" WHERE j.state IN ")
                .append(states.stream()
                        .map(state -> Integer.toString(StateCode.of(state)))
                        .collect(Collectors.joining(", ", "(", ")")));
        List<Object> parameters = new ArrayList<>();
        if (filter.queue() != null) {
            text.append(" AND j.queue = ?");
            parameters.add(filter.queue());
        }
        if (filter.type() != null) {
            text.append(" AND j.type = ?");
            parameters.add(filter.type());
        }
        filter.labels().forEach((name, value) -> {
            text.append(" AND j.labels LIKE ? ESCAPE '!'");
            parameters.add(Labels.pattern(name, value));
        });
        if (filter.before() != null) {
            text.append(" AND j.id < ?");
            parameters.add(filter.before().value());
        }
        if (filter.after() != null) {
            text.append(" AND j.id > ?");
            parameters.add(filter.after().value());
        }
        if (filter.batch() != null) {
            text.append(OF_BATCH);
            parameters.addAll(Collections.nCopies(3, filter.batch().value()));
        }
        return new Condition(text.toString(), parameters);
    }
}
