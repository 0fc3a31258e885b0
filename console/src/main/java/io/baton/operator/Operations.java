package io.baton.operator;

import io.baton.BatchId;
import io.baton.Batches;
import io.baton.BatonException;
import io.baton.Diagnosis;
import io.baton.Diagnostics;
import io.baton.DuplicateJobException;
import io.baton.Flows;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.RateLimits;
import io.baton.RecurringJobRefusedException;
import io.baton.RecurringJobs;
import io.baton.RowLockedException;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.ShareDetails;
import io.baton.Shares;
import io.baton.Signals;
import io.baton.Steps;
import io.baton.UnknownBatchException;
import io.baton.UnknownLimitException;
import io.baton.UnknownRecurringJobException;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.monitor.ActivityStore.ActiveNames;
import io.baton.monitor.ActivityStore.ActiveSpan;
import io.baton.monitor.Change;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.HeldJob;
import io.baton.monitor.Monitor.LimitedJob;
import io.baton.monitor.Monitor.WorkerStatus;
import io.baton.monitor.QueueStatus;
import io.baton.monitor.Window.Matching;
import java.util.HashMap;
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

/** Performs the reads and changes of operators. */
public final class Operations {

    private static final Logger log = LoggerFactory.getLogger(Operations.class);

    private static final Set<String> PAGES = Set.of("after", "limit");

    private final Map<String, Resource.Entry> resources = new LinkedHashMap<>();
    private final List<ChangeNotes> notes;

    /** Creates the operations; each change is passed to the notes. */
    public Operations(Beans beans, List<ChangeNotes> notes) {
        this.notes = List.copyOf(notes);
        Monitor monitor = beans.monitor();
        Jobs jobs = beans.jobs();
        add("activity", Set.of("span", "queue", "type"), Set.of(), new ActivityResource(monitor));
        add("queues", PAGES, Set.of("pause", "resume"), new QueueResource(monitor, jobs));
        Set<String> ofJobs = Set.of("revive", "cancel", "reschedule");
        add(
                "jobs",
                JobTerms.LISTED,
                Set.of("revive", "cancel", "reschedule", "signal"),
                new JobResource(jobs, beans.signals(), monitor));
        add("matching", JobTerms.ALL, ofJobs, new MatchingResource(jobs, monitor));
        add("steps", Set.of("job", "after", "limit"), Set.of("forget", "end-wait"), new StepResource(beans.steps()));
        add("workers", Set.of("limit"), Set.of(), new WorkerResource(monitor));
        add(
                "semaphores",
                PAGES,
                Set.of("resize"),
                new LimitResource(false, beans.semaphores(), beans.rateLimits(), monitor));
        add(
                "rate-limits",
                PAGES,
                Set.of("change"),
                new LimitResource(true, beans.semaphores(), beans.rateLimits(), monitor));
        add("sequences", PAGES, Set.of("skip", "skip-all", "cancel-rest"), new SequenceResource(beans.sequences()));
        add(
                "shares",
                Set.of("queue", "limit"),
                Set.of("set-weight", "reset-weight", "pause", "resume"),
                new ShareResource(beans.shares(), monitor));
        add(
                "batches",
                PAGES,
                Set.of("cancel-dead", "revive-dead"),
                new BatchResource(false, beans.batches(), beans.flows(), jobs, monitor));
        add(
                "flows",
                PAGES,
                Set.of("cancel", "cancel-dead", "revive-dead"),
                new BatchResource(true, beans.batches(), beans.flows(), jobs, monitor));
        add(
                "recurring",
                PAGES,
                Set.of("pause", "resume", "trigger", "remove"),
                new RecurringResource(beans.recurring(), jobs, monitor));
        add(
                "changes",
                Set.of("resource", "target", "principal", "after", "limit"),
                Set.of(),
                new ChangeResource(monitor));
        add("diagnosis", DiagnosisResource.TERMS, Set.of(), new DiagnosisResource(beans.diagnostics()));
    }

    private void add(String name, Set<String> terms, Set<String> actions, Resource resource) {
        resources.put(name, new Resource.Entry(resource, terms, List.copyOf(new TreeSet<>(actions))));
    }

    public record Beans(
            Jobs jobs,
            Semaphores semaphores,
            RateLimits rateLimits,
            Sequences sequences,
            Shares shares,
            Steps steps,
            Signals signals,
            Batches batches,
            Flows flows,
            RecurringJobs recurring,
            Monitor monitor,
            Diagnostics diagnostics) {}

    /** Records which operator changed what. */
    @FunctionalInterface
    public interface ChangeNotes {

        void note(Change change);

        /** Returns the change for readers who see no values. A text that was searched in errors is masked, since it is part of a message. */
        static Change masked(Change change) {
            String value = change.value();
            return value == null || !change.resource().equals("matching")
                    ? change
                    : change.withValue(MatchingResource.masked(value));
        }
    }

    /** Returns the internal types of results, for native images. */
    public static List<Class<?>> resultTypes() {
        return List.of(
                Page.class,
                Done.class,
                FoundJob.class,
                WorkerResource.Found.class,
                LimitResource.Found.class,
                SequenceResource.Found.class,
                StepResource.Found.class,
                ShareDetails.class,
                RecurringResource.Found.class,
                RecurringResource.LastRun.class,
                Matching.class,
                Diagnosis.Reason.class,
                LimitedJob.class,
                QueueStatus.class,
                Change.class,
                ActiveSpan.class,
                ActiveNames.class);
    }

    /** Returns the resources with the actions of a caller who may change something, or may not. */
    public Map<String, List<String>> actions(boolean mayChange) {
        Map<String, List<String>> actions = new LinkedHashMap<>();
        resources.forEach((name, entry) -> actions.put(name, mayChange ? entry.actions() : List.of()));
        return actions;
    }

    /** Returns a page of a list. */
    public Page list(String resource, Map<String, String> terms, Shown shown) {
        Resource.Entry listed = entry(resource);
        return loggingFailures(() -> listed.resource().list(new Query(terms, listed.terms()), shown));
    }

    public Object find(String resource, String id, Shown shown) {
        return loggingFailures(() -> entry(resource)
                .resource()
                .find(id, shown)
                .<Object>map(found -> found)
                .orElseThrow(() -> RefusedException.notFound("There is none of this id among " + resource)));
    }

    public Done change(
            String resource, String id, String action, @Nullable String value, Shown shown, String principal) {
        Resource.Entry entry = entry(resource);
        if (!entry.actions().contains(action)) {
            throw RefusedException.invalid("\"action\" must be one of " + entry.actions());
        }
        Resource changed = entry.resource();
        String was = was(changed, id, action);
        Done done = loggingFailures(() -> changed.change(id, action, value, shown));
        log.info("{} {} of {} by {}", action, LogText.of(id), resource, LogText.of(principal));
        String kept = changed.kept(action, value);
        Change change = new Change(null, null, principal, resource, id, action, kept, was, done.jobs());
        notes.forEach(each -> note(change, each));
        return done;
    }

    /** Returns the value before a change. If it cannot be read, the change itself fails or succeeds. */
    private static @Nullable String was(Resource changed, String id, String action) {
        try {
            return changed.was(id, action);
        } catch (RuntimeException e) {
            log.debug("What is to be changed could not be read", LoggedFailure.of(e));
            return null;
        }
    }

    /** Records a change. A failure of this does not undo the change. */
    private static void note(Change change, ChangeNotes notes) {
        try {
            notes.note(change);
        } catch (RuntimeException e) {
            log.warn("A change could not be noted: {}", FailureText.of(e));
            log.debug("A change could not be noted", LoggedFailure.of(e));
        }
    }

    private Resource.Entry entry(String name) {
        Resource.Entry entry = resources.get(name);
        if (entry == null) {
            throw RefusedException.notFound("There is nothing of this name; there are " + resources.keySet());
        }
        return entry;
    }

    /** Logs failures and replaces them by refusals. The caller would log the exception itself, which may contain values that a driver quotes. */
    private static <T> T loggingFailures(Supplier<T> work) {
        try {
            return work.get();
        } catch (UnknownRecurringJobException | UnknownBatchException | UnknownLimitException e) {
            throw RefusedException.notFound(String.valueOf(e.getMessage()));
        } catch (RecurringJobRefusedException | DuplicateJobException | RowLockedException e) {
            throw RefusedException.conflict(String.valueOf(e.getMessage()));
        } catch (BatonException e) {
            throw RefusedException.invalid(String.valueOf(e.getMessage()));
        } catch (RefusedException e) {
            throw e;
        } catch (RuntimeException e) {
            log.warn("A call of an operator failed: {}", FailureText.of(e));
            log.debug("A call of an operator failed", LoggedFailure.of(e));
            throw RefusedException.failed(FailureText.isOutage(e));
        }
    }

    /** Shows recent runs as one page, and the queues and types that had any. */
    private record ActivityResource(Monitor monitor) implements Resource {

        @Override
        public Page list(Query query, Shown shown) {
            String queue = query.term("queue");
            String type = query.term("type");
            String span = query.term("span");
            return new Page(
                    switch (span == null ? "1h" : span) {
                        case "15m" -> monitor.activity(1, 15, queue, type);
                        case "1h" -> monitor.activity(1, 60, queue, type);
                        case "24h" -> monitor.activity(15, 96, queue, type);
                        default -> throw RefusedException.invalid("\"span\" must be 15m, 1h or 24h");
                    },
                    null);
        }

        @Override
        public Optional<?> find(String id, Shown shown) {
            return id.equals("names") ? Optional.of(monitor.activeNames()) : Optional.empty();
        }
    }

    /** Shows the reasons why something does not run, as one page. */
    private record DiagnosisResource(Diagnostics diagnostics) implements Resource {

        private static final Set<String> TERMS = Set.of("job", "queue", "type", "batch", "flow");

        @Override
        public Page list(Query query, Shown shown) {
            List<String> named =
                    TERMS.stream().filter(term -> query.term(term) != null).toList();
            if (named.size() != 1) {
                throw RefusedException.invalid(
                        "Exactly one of job, queue, type, batch and flow says what does not run");
            }
            String term = named.get(0);
            return new Page(of(term, String.valueOf(query.term(term))).reasons(), null);
        }

        private Diagnosis of(String term, String value) {
            return switch (term) {
                case "job" -> diagnostics.job(new JobId(Values.id(value)));
                case "queue" -> diagnostics.queue(value);
                case "type" -> diagnostics.type(value);
                case "batch" -> diagnostics.batch(new BatchId(Values.id(value)));
                default -> diagnostics.flow(new BatchId(Values.id(value)));
            };
        }
    }

    /** Shows the changes by operators, the newest first. */
    private record ChangeResource(Monitor monitor) implements Resource {

        @Override
        public Page list(Query query, Shown shown) {
            String after = query.after();
            Map<String, String> terms = new HashMap<>();
            for (String name : Change.TERMS) {
                String value = query.term(name);
                if (value != null) {
                    terms.put(name, value);
                }
            }
            List<Change> found =
                    monitor.changes(after == null ? Long.MAX_VALUE : Values.id(after), terms, query.limit() + 1);
            List<Change> visible = shown == Shown.ALL
                    ? found
                    : found.stream().map(ChangeNotes::masked).toList();
            return Page.of(visible, query.limit(), change -> String.valueOf(change.id()));
        }
    }

    /** Shows workers, and the jobs that each one holds. */
    private record WorkerResource(Monitor monitor) implements Resource {

        private static final int MOST_HELD = 100;

        /** Returns one page without a next one; living workers come first. */
        @Override
        public Page list(Query query, Shown shown) {
            return new Page(monitor.workers(query.limit()), null);
        }

        @Override
        public Optional<?> find(String id, Shown shown) {
            long number = Values.id(id);
            return monitor.worker(number).map(worker -> new Found(worker, monitor.held(number, MOST_HELD)));
        }

        /** A worker and the jobs that it has claimed, the earliest claims first. */
        record Found(WorkerStatus worker, List<HeldJob> held) {}
    }
}
