package io.baton.job.jdbc;

import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.database.Dialect;
import io.baton.job.ShareNames;
import io.baton.job.StateCode;
import io.baton.job.StateCode.States;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A filter as the end of a WHERE about {@code j}, with its parameters. It restricts the states to the given ones. */
public record Condition(String text, List<Object> parameters) {

    /** Selects the jobs of a batch. The bounds of the id let the database read only a part of the table. */
    private static final String OF_BATCH =
            " AND j.batch_group IN (SELECT g.id FROM baton_batch_group g WHERE g.batch_id = ?)"
                    + " AND j.id >= (SELECT MIN(g.first_job) FROM baton_batch_group g WHERE g.batch_id = ?)"
                    + " AND j.id <= (SELECT MAX(g.last_job) FROM baton_batch_group g WHERE g.batch_id = ?)";

    /** Selects the jobs of a key; the bounds of the id follow, and a parenthesis. */
    private static final String OF_KEY = " AND j.id IN (SELECT k.job_id FROM baton_key k WHERE k.job_key = ?";

    /** The state, as an expression that no index has: by old statistics, an index of states may seem to find fewer jobs than the index of keys. */
    private static final String STATE_OF_KEYED = "j.state + 0";

    /** States of which there are few jobs. */
    private static final Set<JobState> FEW = Set.of(JobState.DEAD, JobState.CLAIMED);

    /** Returns the given states that the filter selects; those in history only if history has every column of the filter. */
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

    /** Returns the condition on jobs in one of these states; there is at least one state. */
    public static Condition of(JobFilter filter, Collection<JobState> states, Dialect dialect) {
        return withoutError(filter, states, dialect).andError(filter.errorContains());
    }

    /** Returns the same condition without the error, whose text may be long. */
    public static Condition withoutError(JobFilter filter, Collection<JobState> states, Dialect dialect) {
        String queue = filter.queue() == null ? null : ShareNames.of(filter.queue(), filter.share());
        boolean keyed = filter.key() != null;
        String id = keyed ? "k.job_id" : "j.id";
        Condition condition = new Condition(" WHERE " + in(keyed ? STATE_OF_KEYED : "j.state", states), List.of())
                .and(" AND j.queue >= ?", queue)
                .and(" AND j.queue < ?", queue == null ? null : ShareNames.end(queue))
                .and(" AND j.type = ?", filter.type());
        for (Map.Entry<String, String> label : filter.labels().entrySet()) {
            String pattern = Labels.pattern(label.getKey(), label.getValue());
            condition = condition.and(" AND j.labels LIKE ? ESCAPE '!'", pattern);
        }
        condition = condition
                .and(OF_KEY, filter.key())
                .and(
                        " AND " + id + " < ?",
                        filter.before() == null ? null : filter.before().value())
                .and(
                        " AND " + id + " > ?",
                        filter.after() == null ? null : filter.after().value());
        return new Condition(condition.text + (keyed ? ")" : ""), condition.parameters)
                .and(OF_BATCH, filter.batch() == null ? null : filter.batch().value())
                .and(" AND j.created_at >= ?", time(filter.enqueuedFrom(), dialect))
                .and(" AND j.created_at < ?", time(filter.enqueuedUntil(), dialect));
    }

    private static @Nullable Object time(@Nullable Instant time, Dialect dialect) {
        return time == null ? null : dialect.timestamp(time);
    }

    /** Adds a condition each of whose parameters is this value; without a value, adds none. */
    private Condition and(String condition, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        List<Object> all = new ArrayList<>(parameters);
        condition.chars().filter(c -> c == '?').forEach(each -> all.add(value));
        return new Condition(text + condition, all);
    }

    /** Returns the id as a sort column. For dead and running jobs, which are few, it lets the database use another index. */
    public static String orderById(Collection<JobState> states, Dialect dialect) {
        return FEW.containsAll(states) ? dialect.orderedLast("j.id") : "j.id";
    }

    /** Returns the part of the condition that a transition can change. */
    static Condition ofTheMoment(JobFilter filter, Collection<JobState> states) {
        return new Condition(in("j.state", states), List.of()).andError(filter.errorContains());
    }

    /** Returns the order in which jobs of one queue and state are claimed, as the claim index has it. */
    public static String orderOfClaims(Dialect dialect) {
        return dialect.orderByIndex("state, queue", "job_rank, due_at, id");
    }

    private static String in(String column, Collection<JobState> states) {
        return states.stream()
                .map(state -> Integer.toString(StateCode.of(state)))
                .collect(Collectors.joining(", ", column + " IN (", ")"));
    }

    private Condition andError(@Nullable String contained) {
        return and(
                " AND j.error LIKE ? ESCAPE '!'",
                contained == null ? null : "%" + Labels.escapedPattern(contained) + "%");
    }
}
