package io.baton.operator;

import io.baton.BatonException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.RecurringDetails;
import io.baton.RecurringJobs;
import io.baton.Tick;
import io.baton.job.TickLabels;
import io.baton.job.TickLabels.UnknownTickZoneException;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.monitor.Monitor;
import io.baton.monitor.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.PageRequest;

/** Shows recurring jobs and their next ticks; pauses, resumes, triggers and removes them. */
record RecurringResource(RecurringJobs recurring, Jobs jobs, Monitor monitor) implements Resource {

    private static final SeldomLog seldom = new SeldomLog(LoggerFactory.getLogger(RecurringResource.class));
    private static final int MOST_RUNS = 10;

    @Override
    public Page list(Query query, Shown shown) {
        String after = query.after();
        List<String> found = monitor.schedules(after == null ? "" : after, query.limit() + 1);
        return Page.of(found, query.limit(), Function.identity(), this::readable);
    }

    /** Returns empty for a recurring job that this node cannot read, so that the list shows all others. */
    private Optional<RecurringDetails> readable(String name) {
        try {
            return recurring.find(name);
        } catch (BatonException e) {
            seldom.warn(name, "A recurring job is left out of the list: {}", LogText.of(e.getMessage()));
            return Optional.empty();
        }
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return recurring.find(id).map(found -> new Found(found, lastRuns(found)));
    }

    /** A recurring job with its last runs that history still has, the newest first. */
    record Found(RecurringDetails recurring, List<LastRun> lastRuns) {}

    /** The job of a tick; the tick is null if this node does not know its time zone. */
    record LastRun(
            JobId job,
            JobState state,
            @Nullable Instant tick,
            @Nullable Instant claimedAt,
            @Nullable Instant endedAt) {}

    /** Searches the newest jobs. If the last job of this recurring one is older, searches from that job on. */
    private List<LastRun> lastRuns(RecurringDetails of) {
        JobFilter filter = JobFilter.all().label(TickLabels.SCHEDULE, of.name());
        Window newest = monitor.window(filter);
        List<LastRun> runs = runs(newest);
        JobId next = newest.next();
        JobId last = of.lastJob();
        return runs.isEmpty() && next != null && last != null && last.value() < next.value()
                ? runs(monitor.window(filter.before(new JobId(last.value() + 1))))
                : runs;
    }

    private List<LastRun> runs(Window window) {
        return jobs.search(window.filter(), PageRequest.of(0, MOST_RUNS)).stream()
                .map(job -> new LastRun(job.id(), job.state(), tick(job), job.claimedAt(), job.endedAt()))
                .toList();
    }

    private static @Nullable Instant tick(JobDetails job) {
        try {
            return TickLabels.read(job.labels()).map(Tick::at).orElse(null);
        } catch (UnknownTickZoneException e) {
            return null;
        }
    }

    @Override
    public @Nullable String was(String id, String action) {
        RecurringDetails job =
                action.equals("trigger") ? null : recurring.find(id).orElse(null);
        return job == null
                ? null
                : action.equals("remove") ? job.recurrence().toString() : job.paused() ? "paused" : null;
    }

    @Override
    public Done change(String id, String action, @Nullable String value, Shown shown) {
        switch (action) {
            case "pause" -> requireChanged(recurring.pause(id), "It is paused already");
            case "resume" -> requireChanged(recurring.resume(id), "It is not paused");
            case "trigger" -> {
                return new Done(action, recurring.trigger(id).id().toString());
            }
            default -> recurring.remove(id);
        }
        return new Done(action, id);
    }

    private static void requireChanged(boolean changed, String otherwise) {
        if (!changed) {
            throw RefusedException.conflict(otherwise);
        }
    }
}
