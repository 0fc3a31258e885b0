package io.baton.operator;

import io.baton.InvalidPayloadException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.Signals;
import io.baton.monitor.Monitor;
import io.baton.monitor.Window;
import io.baton.type.JacksonPayloadCodec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.PageRequest;

/** Searches, shows, revives, cancels and reschedules jobs, and sends signals to them. */
record JobResource(Jobs jobs, Signals signals, Monitor monitor) implements Resource {

    private static final JacksonPayloadCodec JSON = new JacksonPayloadCodec();

    /** Returns the newest jobs first. A search without an index reads a bounded part of the jobs, and the next page continues there. */
    @Override
    public Page list(Query query, Shown shown) {
        JobFilter requested = new JobTerms(monitor).filter(query, shown);
        Window window = JobTerms.restrict(requested) ? monitor.window(requested) : new Window(requested, null);
        List<FoundJob> found = jobs.search(window.filter(), PageRequest.of(0, query.limit() + 1)).getContent().stream()
                .map(job -> FoundJob.of(job, shown, null))
                .toList();
        JobId next = window.next();
        return next == null || found.size() > query.limit()
                ? Page.of(found, query.limit(), job -> job.id().toString())
                : new Page(found, next.toString());
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        long number = Values.id(id);
        return jobs.find(new JobId(number)).map(job -> FoundJob.of(job, shown, monitor.relations(number)));
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
    public Done change(String id, String action, @Nullable String value, Shown shown) {
        JobId job = new JobId(Values.id(id));
        if (action.equals("signal")) {
            return signal(job, value == null ? "" : value);
        }
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

    /** Returns the name of a signal only: its value is a payload. */
    @Override
    public @Nullable String kept(String action, @Nullable String value) {
        return value != null && action.equals("signal") ? value.split("=", 2)[0] : value;
    }

    /** Sends a signal such as {@code approved=true}; without a value, true. */
    private Done signal(JobId job, String text) {
        String[] signal = text.split("=", 2);
        Object value;
        try {
            value = signal.length == 1 ? true : JSON.read(signal[1], Object.class);
        } catch (InvalidPayloadException e) {
            throw RefusedException.invalid(
                    "\"value\" must be a name and a JSON value, such as approved={\"by\": \"ann\"}");
        }
        return switch (signals.send(job, signal[0].strip(), value)) {
            case DELIVERED -> new Done("signal", job.toString());
            case STORED ->
                new Done(
                        "signal",
                        job.toString(),
                        null,
                        null,
                        "The job does not wait for it yet, and finds it when it does");
            case TOO_LATE -> throw RefusedException.conflict("The job has ended, or does not wait for it any more");
            case UNKNOWN -> throw RefusedException.notFound("There is no job " + job);
        };
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
            default -> "only a job that waits for a worker can be rescheduled";
        };
    }
}
