package io.baton.monitor;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.StateCode;
import io.baton.job.StateCode.States;
import io.baton.job.jdbc.Condition;
import io.baton.monitor.Window.Matching;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts in which jobs are searched if no index has the terms of the search.
 *
 * @param mostRead the most rows of a table that one call reads
 * @param mostErrors the most errors that one call reads, each of which may be long
 */
record JobWindows(Database database, int mostRead, int mostErrors) {

    private static final String JOBS = "baton_job";
    private static final String HISTORY = "baton_job_history";
    private static final String OF_KEY = "(SELECT job_id AS id FROM baton_key WHERE job_key = ?)";

    /** The number of jobs from an id on whose latest or earliest time counts, so that a single time out of order does not mislead the search. */
    private static final int BESIDE = 100;

    /** The most by which the order of ids may differ from that of the times of enqueue. */
    private static final Duration OUT_OF_ORDER = Duration.ofMinutes(10);

    private static final int MOST_HALVINGS = 63;

    /** A row that an index finds takes as long as this many rows in the order of ids. */
    private static final int ON_ITS_OWN = 10;

    JobWindows(Database database) {
        this(database, 100_000, 1_000);
    }

    /** Returns the newest part of the jobs that a filter selects. */
    Window of(JobFilter filter) {
        JobFilter within = withinIds(filter);
        long after = end(within);
        return after == 0 ? new Window(within, null) : new Window(within.after(new JobId(after)), new JobId(after + 1));
    }

    Matching count(JobFilter filter) {
        Window window = of(filter);
        Map<JobState, Long> byState = new EnumMap<>(JobState.class);
        long[] newest = {0};
        List<Object> parameters = new ArrayList<>();
        // one statement reads both tables, so that a job that ends meanwhile counts once
        String counts = Stream.of(
                        counts(JOBS, window.filter(), States.LIVE, parameters),
                        counts(HISTORY, window.filter(), States.OVER, parameters))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" UNION ALL "));
        database.forEach(
                counts,
                row -> {
                    byState.put(StateCode.state(row.getInt("state")), row.getLong("jobs"));
                    newest[0] = Math.max(newest[0], row.getLong("newest"));
                },
                parameters.toArray());
        long count = byState.values().stream().mapToLong(Long::longValue).sum();
        return new Matching(count, window.next() != null, newest[0] == 0 ? null : new JobId(newest[0]), byState);
    }

    /** Returns a query that counts the jobs of a table by state; an empty text if the table cannot have any. */
    private String counts(String table, JobFilter filter, Set<JobState> within, List<Object> parameters) {
        Set<JobState> states = Condition.states(filter, within);
        if (states.isEmpty()) {
            return "";
        }
        Condition condition = Condition.of(filter, states, database.dialect());
        parameters.addAll(condition.parameters());
        return "SELECT j.state, COUNT(*) AS jobs, MAX(j.id) AS newest FROM " + table + " j" + condition.text()
                + " GROUP BY j.state";
    }

    /** Returns the id after which the window lies; 0 if the window has all remaining jobs. */
    private long end(JobFilter filter) {
        Set<JobState> live = Condition.states(filter, States.LIVE);
        Set<JobState> over = Condition.states(filter, States.OVER);
        long end = filter.key() != null
                ? end(OF_KEY, filter, mostRead / ON_ITS_OWN, filter.key())
                : over.isEmpty() && Set.of(JobState.DEAD, JobState.CLAIMED).containsAll(live) && areDeadFew(live)
                        ? endOfFew(filter, live)
                        : Math.max(
                                live.isEmpty() ? 0 : end(JOBS, filter, mostRead),
                                over.isEmpty() ? 0 : end(HISTORY, filter, mostRead));
        return filter.errorContains() == null
                ? end
                : Math.max(end, endOfErrors(end == 0 ? filter : filter.after(new JobId(end))));
    }

    /** Returns whether an index finds few enough dead jobs, which it does not return in the order of ids. */
    private boolean areDeadFew(Set<JobState> states) {
        String dead = "SELECT COUNT(*) FROM (SELECT 1 FROM baton_job WHERE state = 5 LIMIT " + (mostRead + 1)
                + ") AS bounded";
        return !states.contains(JobState.DEAD) || requireNonNull(database.value(dead, Long.class)) <= mostRead;
    }

    /** Returns the id after which as many jobs lie as may be read one by one; 0 if the filter has only terms of the index and of errors. */
    private long endOfFew(JobFilter filter, Set<JobState> states) {
        JobFilter indexed = JobFilter.all().states(filter.states());
        indexed = filter.before() == null ? indexed : indexed.before(filter.before());
        indexed = filter.after() == null ? indexed : indexed.after(filter.after());
        String error = filter.errorContains();
        if (filter.equals(error == null ? indexed : indexed.errorContains(error))) {
            return 0;
        }
        Condition few = Condition.of(indexed, states, database.dialect());
        String id = Condition.orderById(states, database.dialect());
        return end(JOBS + " j" + few.text(), id, mostRead / ON_ITS_OWN, few.parameters());
    }

    /** Returns the id after which the most dead jobs lie whose errors may be read. They match the other terms, and no error is read for this. */
    private long endOfErrors(JobFilter filter) {
        Condition dead = Condition.withoutError(filter, Set.of(JobState.DEAD), database.dialect());
        String id = Condition.orderById(Set.of(JobState.DEAD), database.dialect());
        return end(JOBS + " j" + dead.text(), id, mostErrors, dead.parameters());
    }

    private long end(String table, JobFilter filter, int most, Object... parameters) {
        List<Object> all = new ArrayList<>(List.of(parameters));
        all.add(value(filter.before(), Long.MAX_VALUE));
        all.add(value(filter.after(), 0));
        return end(table + " j WHERE j.id < ? AND j.id > ?", "j.id", most, all);
    }

    private long end(String rows, String id, int most, List<Object> parameters) {
        String newest = "SELECT j.id FROM " + rows + " ORDER BY " + id + " DESC LIMIT " + most;
        return database.query(
                        "SELECT MIN(id) AS first_id, COUNT(*) AS found FROM (" + newest + ") AS newest",
                        (row, number) -> row.getLong("found") < most ? 0 : row.getLong("first_id") - 1,
                        parameters.toArray())
                .get(0);
    }

    private static long value(@Nullable JobId id, long otherwise) {
        return id == null ? otherwise : id.value();
    }

    /** Returns the filter with the first and last id that jobs of its times can have. */
    private JobFilter withinIds(JobFilter filter) {
        Instant from = filter.enqueuedFrom();
        Instant until = filter.enqueuedUntil();
        JobFilter within = filter;
        if (from != null || until != null) {
            long first = bound("MIN");
            long last = bound("MAX");
            if (from != null) {
                long after = firstAt(from.minus(OUT_OF_ORDER), first, last, "MAX") - 1;
                within = within.after(new JobId(Math.max(after, value(filter.after(), 0))));
            }
            if (until != null) {
                long before = firstAt(until.plus(OUT_OF_ORDER), first, last, "MIN");
                within = within.before(new JobId(Math.min(before, value(filter.before(), Long.MAX_VALUE))));
            }
        }
        return within;
    }

    private long bound(String function) {
        String ids = "SELECT %s(id) AS id FROM %s";
        return requireNonNullElse(
                database.value(
                        "SELECT " + function + "(id) FROM (" + ids.formatted(function, JOBS) + " UNION ALL "
                                + ids.formatted(function, HISTORY) + ") AS bounds",
                        Long.class),
                0L);
    }

    /** Returns the first id from which on jobs were enqueued at this time or later. Halves the range between two ids repeatedly. */
    private long firstAt(Instant time, long first, long last, String function) {
        long low = first;
        long high = last + 1;
        for (int halving = 0; halving < MOST_HALVINGS && low < high; halving++) {
            long middle = low + (high - low) / 2;
            Instant enqueued = enqueued(middle, function);
            if (enqueued == null || !enqueued.isBefore(time)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Returns the latest or earliest time of enqueue of the next jobs from an id on; null if there are no jobs. */
    private @Nullable Instant enqueued(long id, String function) {
        String next = "(SELECT id, created_at FROM %s WHERE id >= ? ORDER BY id LIMIT " + BESIDE + ")";
        return database.query(
                        "SELECT " + function + "(created_at) AS enqueued FROM (SELECT created_at FROM ("
                                + next.formatted(JOBS) + " UNION ALL " + next.formatted(HISTORY)
                                + ") AS each_of ORDER BY id LIMIT " + BESIDE + ") AS beside",
                        (row, number) -> Optional.ofNullable(database.dialect().instant(row, "enqueued")),
                        id,
                        id)
                .get(0)
                .orElse(null);
    }
}
