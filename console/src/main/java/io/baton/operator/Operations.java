package io.baton.operator;

import io.baton.Batches;
import io.baton.BatonException;
import io.baton.Diagnosis;
import io.baton.Diagnostics;
import io.baton.DuplicateJobException;
import io.baton.Flows;
import io.baton.Jobs;
import io.baton.RateLimits;
import io.baton.RecurringJobRefusedException;
import io.baton.RecurringJobs;
import io.baton.Semaphores;
import io.baton.UnknownBatchException;
import io.baton.UnknownLimitException;
import io.baton.UnknownRecurringJobException;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Outage;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.ActiveMinute;
import io.baton.monitor.Monitor.HeldJob;
import io.baton.monitor.Monitor.LimitedJob;
import io.baton.monitor.Monitor.Matching;
import io.baton.monitor.Monitor.QueueStatus;
import io.baton.monitor.Monitor.WorkerStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reads and changes of operators. */
public final class Operations {

    private static final Logger log = LoggerFactory.getLogger(Operations.class);

    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private final ChangeNotes notes;

    /** Creates the operations of these capabilities; changes are recorded. */
    public Operations(
            Reads reads, Jobs jobs, Limits limits, FanOuts fanOuts, RecurringJobs recurring, ChangeNotes notes) {
        this.notes = notes;
        Monitor monitor = reads.monitor();
        for (Resource each : List.of(
                new ActivityResource(monitor),
                new QueueResource(monitor, jobs),
                new JobResource(jobs, monitor),
                new MatchingResource(jobs, monitor),
                new WorkerResource(monitor),
                LimitResource.semaphores(limits.semaphores(), monitor),
                LimitResource.rates(limits.rates(), monitor),
                new BatchResource(false, fanOuts.batches(), fanOuts.flows(), jobs, monitor),
                new BatchResource(true, fanOuts.batches(), fanOuts.flows(), jobs, monitor),
                new RecurringResource(recurring, jobs, monitor),
                new DiagnosisResource(reads.diagnostics()))) {
            resources.put(each.name(), each);
        }
    }

    /** What only reads. */
    public record Reads(Monitor monitor, Diagnostics diagnostics) {}

    /** What limits jobs. */
    public record Limits(Semaphores semaphores, RateLimits rates) {}

    /** What follows many jobs. */
    public record FanOuts(Batches batches, Flows flows) {}

    /** Returns the internal types of results, for hints of native images. */
    public static List<Class<?>> resultTypes() {
        return List.of(
                Page.class,
                Done.class,
                FoundJob.class,
                WorkerResource.Found.class,
                LimitResource.Found.class,
                RecurringResource.Found.class,
                RecurringResource.LastRun.class,
                Matching.class,
                Diagnosis.Reason.class,
                LimitedJob.class,
                QueueStatus.class,
                ActiveMinute.class);
    }

    /** Returns the resources with their actions. */
    public Map<String, List<String>> actions() {
        Map<String, List<String>> actions = new LinkedHashMap<>();
        resources.forEach((name, resource) -> actions.put(name, List.copyOf(new TreeSet<>(resource.actions()))));
        return actions;
    }

    /** Returns a page of a list. */
    public Page list(String resource, Map<String, String> terms, Shown shown) {
        terms.values().forEach(Operations::requireStorable);
        Resource listed = resource(resource);
        return loggingFailures(() -> listed.list(new Query(terms, listed.terms()), shown));
    }

    /** Returns one thing. */
    public Object find(String resource, String id, Shown shown) {
        requireStorable(id);
        return loggingFailures(() -> resource(resource)
                .find(id, shown)
                .<Object>map(found -> found)
                .orElseThrow(() -> RefusedException.notFound("There is none of this id among " + resource)));
    }

    /**
     * Performs an action.
     *
     * @param principal the operator
     */
    public Done change(String resource, String id, String action, @Nullable String value, String principal) {
        requireStorable(id);
        Resource changed = resource(resource);
        if (!changed.actions().contains(action)) {
            throw RefusedException.invalid("\"action\" must be one of " + new TreeSet<>(changed.actions()));
        }
        Done done = loggingFailures(() -> changed.change(id, action, value));
        log.info("{} {} of {} by {}", action, LogText.of(id), resource, LogText.of(principal));
        note(new Change(principal, resource, id, action, value, done.jobs()));
        return done;
    }

    /** A change stays, whatever a listener does. */
    private void note(Change change) {
        try {
            notes.note(change);
        } catch (RuntimeException e) {
            log.warn("A change could not be noted: {}", FailureText.of(e));
            log.debug("A change could not be noted", LoggedFailure.of(e));
        }
    }

    /** PostgreSQL would refuse the query instead of finding nothing. */
    private static void requireStorable(String text) {
        if (text.indexOf('\0') >= 0) {
            throw RefusedException.invalid("There is no NUL character in the name or id of anything");
        }
    }

    private Resource resource(String name) {
        Resource resource = resources.get(name);
        if (resource == null) {
            throw RefusedException.notFound("There is nothing of this name; there are " + resources.keySet());
        }
        return resource;
    }

    /** Logs failures and replaces them: the caller would log the exception, with the values that a driver quotes in it. */
    private static <T> T loggingFailures(Supplier<T> work) {
        try {
            return work.get();
        } catch (UnknownRecurringJobException | UnknownBatchException | UnknownLimitException e) {
            throw RefusedException.notFound(text(e));
        } catch (RecurringJobRefusedException | DuplicateJobException e) {
            throw RefusedException.conflict(text(e));
        } catch (BatonException e) {
            throw RefusedException.invalid(text(e));
        } catch (RefusedException e) {
            throw e;
        } catch (RuntimeException e) {
            log.warn("A call of an operator failed: {}", FailureText.of(e));
            log.debug("A call of an operator failed", LoggedFailure.of(e));
            throw RefusedException.failed(Outage.caused(e));
        }
    }

    private static String text(BatonException refusal) {
        String message = refusal.getMessage();
        return message == null ? refusal.getClass().getSimpleName() : message;
    }

    /** What ran in each minute of the last hour, as one page. */
    private record ActivityResource(Monitor monitor) implements Resource {

        @Override
        public String name() {
            return "activity";
        }

        @Override
        public Set<String> terms() {
            return Set.of();
        }

        @Override
        public Page list(Query query, Shown shown) {
            return new Page(monitor.lastHour(), null);
        }

        @Override
        public Optional<?> find(String id, Shown shown) {
            return Optional.empty();
        }
    }

    /** Workers, and what each holds. */
    private record WorkerResource(Monitor monitor) implements Resource {

        private static final int MOST_HELD = 100;

        @Override
        public String name() {
            return "workers";
        }

        @Override
        public Set<String> terms() {
            return Set.of("limit");
        }

        /** Living ones first; the list ends with its first page. */
        @Override
        public Page list(Query query, Shown shown) {
            return new Page(monitor.workers(query.limit()), null);
        }

        @Override
        public Optional<?> find(String id, Shown shown) {
            long number = Values.id(id);
            return monitor.worker(number).map(worker -> new Found(worker, monitor.held(number, MOST_HELD)));
        }

        /** A worker, and the jobs that it has claimed, those claimed first before others. */
        record Found(WorkerStatus worker, List<HeldJob> held) {}
    }
}
