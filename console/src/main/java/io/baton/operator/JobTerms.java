package io.baton.operator;

import io.baton.BatchId;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.monitor.Monitor;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the terms by which operators search jobs. */
record JobTerms(Monitor monitor) {

    static final Set<String> ALL =
            Set.of("state", "type", "queue", "share", "key", "label", "batch", "since", "until", "error", "after");

    /** The names of the terms in a list, with the length of a page. */
    static final Set<String> LISTED =
            Stream.concat(ALL.stream(), Stream.of("limit")).collect(Collectors.toUnmodifiableSet());

    /** Returns whether a filter has any other term than {@link JobFilter#before}. */
    static boolean restrict(JobFilter filter) {
        JobId before = filter.before();
        return !filter.equals(before == null ? JobFilter.all() : JobFilter.all().before(before));
    }

    /**
     * Returns the filter for the terms of a query.
     *
     * @param shown whether messages of errors are shown; otherwise a search by them, which would reveal them, is refused
     */
    JobFilter filter(Query query, Shown shown) {
        JobFilter filter = JobFilter.all();
        String queue = query.term("queue");
        String share = query.term("share");
        String type = query.term("type");
        String state = query.term("state");
        String key = query.term("key");
        String label = query.term("label");
        String batch = query.term("batch");
        String error = query.term("error");
        if (error != null && shown == Shown.MASKED) {
            throw RefusedException.invalid(
                    "\"error\" searches messages, which are masked here: baton.dashboard.show-values=true shows them on the"
                            + " dashboard, and together with baton.dashboard.role by the endpoint");
        }
        Instant since = time(query, "since");
        Instant until = time(query, "until");
        String after = query.after();
        if (share != null && queue == null) {
            throw RefusedException.invalid("\"share\" needs \"queue\" too: names of shares are those of one queue");
        }
        filter = queue == null ? filter : share == null ? filter.queue(queue) : filter.share(queue, share);
        filter = type == null ? filter : filter.type(type);
        filter = state == null ? filter : filter.states(states(state));
        filter = key == null ? filter : filter.key(key);
        filter = label == null ? filter : labelled(filter, label);
        filter = batch == null ? filter : filter.batch(batch(batch));
        filter = since == null && until == null ? filter : filter.enqueuedBetween(since, until);
        filter = error == null ? filter : filter.errorContains(error);
        return after == null ? filter : filter.before(new JobId(Values.id(after)));
    }

    /** Returns the time of a term; null if it is not set. A duration means that long ago, by the clock of the database. */
    @Nullable
    Instant time(Query query, String name) {
        String text = query.term(name);
        try {
            return text == null
                    ? null
                    : Values.isDuration(text) ? monitor.now().minus(Values.duration(text)) : Values.time(text);
        } catch (RefusedException | DateTimeException | ArithmeticException e) {
            throw RefusedException.invalid(
                    "\"" + name
                            + "\" must be a time such as 2027-01-31T22:00:00Z, or a duration such as 1h, which is that long ago");
        }
    }

    private static Set<JobState> states(String names) {
        try {
            return Arrays.stream(names.split(",", -1))
                    .map(name -> JobState.valueOf(name.strip().toUpperCase(Locale.ROOT)))
                    .collect(Collectors.toSet());
        } catch (IllegalArgumentException e) {
            throw RefusedException.invalid("\"state\" must be one or more of " + Arrays.toString(JobState.values()));
        }
    }

    private static BatchId batch(String id) {
        try {
            return new BatchId(Long.parseLong(id));
        } catch (NumberFormatException e) {
            throw RefusedException.invalid("\"batch\" must be the id of a batch or flow, a number");
        }
    }

    private static JobFilter labelled(JobFilter filter, String label) {
        int equals = label.indexOf('=');
        if (equals <= 0) {
            throw RefusedException.invalid("\"label\" must be a name and a value, such as customer=17");
        }
        return filter.label(label.substring(0, equals), label.substring(equals + 1));
    }
}
