package io.baton.job.jdbc;

import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.database.Dialect;
import io.baton.job.StateCode;
import io.baton.job.StateCode.States;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A filter as the end of a WHERE about {@code j}, with its parameters; states are restricted to those given. */
public record Condition(String text, List<Object> parameters) {

    /** The jobs of a batch lie between two ids. */
    private static final String OF_BATCH =
            " AND j.batch_group IN (SELECT g.id FROM baton_batch_group g WHERE g.batch_id = ?)"
                    + " AND j.id >= (SELECT MIN(g.first_job) FROM baton_batch_group g WHERE g.batch_id = ?)"
                    + " AND j.id <= (SELECT MAX(g.last_job) FROM baton_batch_group g WHERE g.batch_id = ?)";

    /** Of jobs in these states there are few. */
    private static final Set<JobState> FEW = Set.of(JobState.DEAD, JobState.CLAIMED);

    /** Returns the states of these that the filter selects; none in history by what history does not know. */
    public static Set<JobState> states(JobFilter filter, Set<JobState> within) {
        Set<JobState> states = EnumSet.copyOf(within);
        if (!filter.states().isEmpty()) {
            states.retainAll(filter.states());
        }
        if (filter.batch() != null) {
            states.removeAll(States.OVER);
        }
        if (filter.errorContains() != null) {
            states.retainAll(Set.of(JobState.DEAD));
        }
        return states;
    }

    /** Returns the condition on jobs in one of these states, of which there is one at least. */
    public static Condition of(JobFilter filter, Collection<JobState> states, Dialect dialect) {
        return withoutError(filter, states, dialect).and(filter.errorContains());
    }

    /** Returns the same condition but for the error, whose text is long. */
    public static Condition withoutError(JobFilter filter, Collection<JobState> states, Dialect dialect) {
        StringBuilder text = new StringBuilder(" WHERE ").append(in(states));
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
        if (filter.enqueuedFrom() != null) {
            text.append(" AND j.created_at >= ?");
            parameters.add(dialect.timestamp(filter.enqueuedFrom()));
        }
        if (filter.enqueuedUntil() != null) {
            text.append(" AND j.created_at < ?");
            parameters.add(dialect.timestamp(filter.enqueuedUntil()));
        }
        return new Condition(text.toString(), parameters);
    }

    /** Returns the id to order by: an index finds the few dead and running jobs. */
    public static String orderById(Collection<JobState> states, Dialect dialect) {
        return FEW.containsAll(states) ? dialect.orderedLast("j.id") : "j.id";
    }

    /** Returns the part of the condition that a transition can change. */
    static Condition ofTheMoment(JobFilter filter, Collection<JobState> states) {
        return new Condition(in(states), List.of()).and(filter.errorContains());
    }

    /** Returns the order in which the jobs of one queue and state are claimed, from the index of the claims. */
    public static String orderOfClaims(Dialect dialect) {
        return dialect.orderByIndex("state, queue", "job_rank, due_at, id");
    }

    private static String in(Collection<JobState> states) {
        return states.stream()
                .map(state -> Integer.toString(StateCode.of(state)))
                .collect(Collectors.joining(", ", "j.state IN (", ")"));
    }

    private Condition and(@Nullable String error) {
        if (error == null) {
            return this;
        }
        List<Object> all = new ArrayList<>(parameters);
        all.add("%" + Labels.escapedPattern(error) + "%");
        return new Condition(text + " AND j.error LIKE ? ESCAPE '!'", all);
    }
}
