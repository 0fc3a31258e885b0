package io.baton.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.job.StateCode.States;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.monitor.Monitor;
import io.baton.monitor.Window;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.PageRequest;

/** Counts, revives, cancels or reschedules all jobs that match. */
record MatchingResource(Jobs jobs, Monitor monitor) implements Resource {

    private static final Logger log = LoggerFactory.getLogger(MatchingResource.class);
    private static final int PORTIONS = 4;
    private static final int PORTION = 500;
    private static final String FAILED =
            "The call failed before it had changed all; the log of the application says why. It goes on with the value \"next\"";
    private static final String JOBS = "jobs";
    private static final String TO = "to";

    /** Returns the number of jobs that match, as one item. */
    @Override
    public Page list(Query query, Shown shown) {
        return new Page(List.of(monitor.matching(new JobTerms(monitor).filter(query, shown))), null);
    }

    /**
     * Changes the newest jobs that match.
     *
     * @param value the terms, as in the query of a list, and the time to which to reschedule
     */
    @Override
    public Done change(String id, String action, @Nullable String value, Shown shown) {
        if (!id.equals(JOBS)) {
            throw RefusedException.notFound("Only \"" + JOBS + "\" are changed by what they match");
        }
        Map<String, String> terms = read(value == null ? "" : value);
        Set<String> known = new TreeSet<>(JobTerms.ALL);
        if (action.equals("reschedule")) {
            known.add(TO);
        }
        Query query = new Query(terms, known);
        JobTerms reader = new JobTerms(monitor);
        // durations become times, so that later calls find the same jobs
        for (String name : List.of("since", "until")) {
            Instant time = reader.time(query, name);
            if (time != null) {
                terms.put(name, time.toString());
            }
        }
        JobFilter filter = reader.filter(new Query(terms, known), shown);
        if (!JobTerms.restrict(filter)) {
            throw RefusedException.invalid("\"value\" must say which jobs: a term such as state=DEAD or type=mail");
        }
        Set<JobState> states = states(filter, action);
        Done done = new Done(action, id, 0L, null, null);
        return states.isEmpty()
                ? done
                : changeAll(done, filter.states(states), change(action, query.term(TO)), next -> {
                    terms.put("after", next.toString());
                    return written(terms);
                });
    }

    /** Returns the states of the filter in which the action changes a job. */
    private static Set<JobState> states(JobFilter filter, String action) {
        boolean dead = filter.states().contains(JobState.DEAD) || filter.errorContains() != null;
        Set<JobState> states = EnumSet.copyOf(
                switch (action) {
                    case "revive" -> Set.of(JobState.DEAD);
                    case "cancel" -> dead ? States.LIVE : States.UNFINISHED;
                    default -> States.TO_CLAIM;
                });
        if (!filter.states().isEmpty()) {
            states.retainAll(filter.states());
        }
        return states;
    }

    private ToLongFunction<JobFilter> change(String action, @Nullable String to) {
        return switch (action) {
            case "revive" -> jobs::reviveAll;
            case "cancel" -> jobs::cancelAll;
            default ->
                Values.isDuration(to)
                        ? matching -> jobs.rescheduleAll(matching, Values.duration(to))
                        : matching -> jobs.rescheduleAll(matching, Values.time(to));
        };
    }

    /** Returns the terms of a change, with a mask for the text that was searched in errors. */
    static String masked(String form) {
        return Stream.of(form.split("&", -1))
                .map(term -> isOfErrors(term) ? "error=" + FoundJob.MASK : term)
                .collect(Collectors.joining("&"));
    }

    private static boolean isOfErrors(String term) {
        int equals = term.indexOf('=');
        return equals > 0 && decoded(term.substring(0, equals)).equals("error");
    }

    private static Map<String, String> read(String form) {
        Map<String, String> terms = new LinkedHashMap<>();
        for (String term : form.split("&", -1)) {
            int equals = term.indexOf('=');
            if (equals > 0
                    && terms.put(decoded(term.substring(0, equals)), decoded(term.substring(equals + 1))) != null) {
                throw RefusedException.invalid("\"value\" has a term twice");
            }
            if (equals <= 0 && !term.isBlank()) {
                throw RefusedException.invalid("\"value\" must be terms such as state=DEAD&type=mail");
            }
        }
        return terms;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException e) {
            throw RefusedException.invalid("\"value\" must be encoded as the query of an address");
        }
    }

    private static String written(Map<String, String> terms) {
        return terms.entrySet().stream()
                .map(term -> URLEncoder.encode(term.getKey(), UTF_8) + "=" + URLEncoder.encode(term.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    /**
     * Changes the newest jobs that match, in portions of 500, each in one transaction, and 2,000 jobs at most. If this fails halfway, it returns the number of changed jobs and the value with which to continue.
     *
     * @param done the result, to which the numbers are added
     * @param value returns the value with which to change the jobs before this one
     */
    Done changeAll(Done done, JobFilter filter, ToLongFunction<JobFilter> change, Function<JobId, String> value) {
        long changed = 0;
        JobId next = filter.before();
        for (int portion = 0; portion == 0 || (next != null && portion < PORTIONS); portion++) {
            try {
                Window window = monitor.window(next == null ? filter : filter.before(next));
                Optional<JobId> left = jobs.search(window.filter(), PageRequest.of(PORTION, 1)).stream()
                        .findFirst()
                        .map(JobDetails::id);
                changed += change.applyAsLong(left.map(window.filter()::after).orElse(window.filter()));
                next = left.map(job -> new JobId(job.value() + 1)).orElse(window.next());
            } catch (RuntimeException e) {
                if (changed == 0) {
                    throw e;
                }
                log.warn(
                        "{} of {} failed after {} jobs: {}",
                        LogText.of(done.action()),
                        LogText.of(done.id()),
                        changed,
                        FailureText.of(e));
                log.debug("{} of {} failed", LogText.of(done.action()), LogText.of(done.id()), LoggedFailure.of(e));
                return result(done, changed, next, value, FAILED);
            }
        }
        return result(done, changed, next, value, null);
    }

    private static Done result(
            Done done, long changed, @Nullable JobId next, Function<JobId, String> value, @Nullable String warning) {
        return new Done(done.action(), done.id(), changed, next == null ? null : value.apply(next), warning);
    }
}
