package io.baton.operator;

import io.baton.BatchId;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.monitor.Monitor;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.PageRequest;

/** Jobs: search, one with all that is known of it, revive, cancel and reschedule. */
record JobResource(Jobs jobs, Monitor monitor) implements Resource {

    /** The number of jobs that one page scans at most without an index; the next page goes on there. */
    private static final int MOST_SCANNED = 100_000;

    /** Of jobs in these states there are few, and an index finds them. */
    private static final Set<JobState> FEW = Set.of(JobState.DEAD, JobState.CLAIMED);

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public Set<String> terms() {
        return Set.of("state", "type", "queue", "label", "batch", "after", "limit");
    }

    /** Returns the newest first. */
    @Override
    public Page list(Query query, Shown shown) {
        JobFilter requested = filter(query);
        long after = isFoundByIndex(requested) ? 0 : monitor.newestJobsAfter(requested.before(), MOST_SCANNED);
        JobFilter filter = after == 0 ? requested : requested.after(new JobId(after));
        List<FoundJob> found = jobs.search(filter, PageRequest.of(0, query.limit() + 1)).getContent().stream()
                .map(job -> FoundJob.of(job, shown, null))
                .toList();
        return after == 0 || found.size() > query.limit()
                ? Page.of(found, query.limit(), job -> job.id().toString())
                : new Page(found, Long.toString(after + 1));
    }

    private static boolean isFoundByIndex(JobFilter filter) {
        return filter.equals(JobFilter.all())
                || (!filter.states().isEmpty() && FEW.containsAll(filter.states()))
                || (filter.before() != null && filter.equals(JobFilter.all().before(filter.before())));
    }

    private static JobFilter filter(Query query) {
        JobFilter filter = JobFilter.all();
        String queue = query.term("queue");
        String type = query.term("type");
        String state = query.term("state");
        String label = query.term("label");
        String batch = query.term("batch");
        String after = query.after();
        filter = queue == null ? filter : filter.queue(queue);
        filter = type == null ? filter : filter.type(type);
        filter = state == null ? filter : filter.states(states(state));
        filter = label == null ? filter : labelled(filter, label);
        filter = batch == null ? filter : filter.batch(batch(batch));
        return after == null ? filter : filter.before(new JobId(Values.id(after)));
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

    @Override
    public Optional<?> find(String id, Shown shown) {
        long number = Values.id(id);
        return jobs.find(new JobId(number)).map(job -> FoundJob.of(job, shown, monitor.relations(number)));
    }

    @Override
    public Set<String> actions() {
        return Set.of("revive", "cancel", "reschedule");
    }

    @Override
    public @Nullable String was(String id, String action) {
        return jobs.find(new JobId(Values.id(id)))
                .map(job -> action.equals("reschedule")
                        ? job.dueAt().toString()
                        : job.state().name())
                .orElse(null);
    }

    @Override
    public Done change(String id, String action, @Nullable String value) {
        JobId job = new JobId(Values.id(id));
        boolean done =
                switch (action) {
                    case "revive" -> jobs.revive(job);
                    case "cancel" -> jobs.cancel(job);
                    default -> reschedule(job, value);
                };
        if (!done) {
            throw refusal(job, action);
        }
        return new Done(action, id);
    }

    private boolean reschedule(JobId job, @Nullable String value) {
        return Values.isDuration(value)
                ? jobs.reschedule(job, Values.duration(value))
                : jobs.reschedule(job, Values.time(value));
    }

    private RuntimeException refusal(JobId job, String action) {
        return jobs.find(job)
                .map(JobDetails::state)
                .<RuntimeException>map(
                        state -> RefusedException.conflict("The job is " + state + ": " + needed(action)))
                .orElseGet(() -> RefusedException.notFound("There is no job " + job));
    }

    private static String needed(String action) {
        return switch (action) {
            case "revive" -> "only a dead job can be revived";
            case "cancel" -> "it has ended";
            default -> "only a job that waits can be rescheduled";
        };
    }
}
