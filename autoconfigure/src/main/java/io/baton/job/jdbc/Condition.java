package io.baton.job.jdbc;

import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.job.StateCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** A filter as the end of a WHERE, with its parameters; states are restricted to those given. */
record Condition(String text, List<Object> parameters) {

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
        return new Condition(text.toString(), parameters);
    }
}
