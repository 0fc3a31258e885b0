package io.baton.worker.call;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobStep;
import io.baton.JobSuspendedError;
import io.baton.OnceAction;
import io.baton.OnceUncertainException;
import io.baton.StepDetails.Kind;
import io.baton.StepDetails.State;
import io.baton.UnusableTransactionException;
import io.baton.database.StorableText;
import io.baton.database.ThreadBindings;
import io.baton.database.Transactions;
import io.baton.enqueue.CommitWatch;
import io.baton.handler.Handler;
import io.baton.job.ClaimedJob;
import io.baton.job.CurrentJob;
import io.baton.job.Due;
import io.baton.job.JobSteps;
import io.baton.job.JobSteps.FoundStep;
import io.baton.job.JobSteps.NewStep;
import io.baton.job.Keys;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Ties;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.PackingCodec;
import io.baton.worker.call.HandlerEnvironment.CallObserver;
import io.baton.worker.call.HandlerEnvironment.CallObserver.StepPoint;
import io.baton.worker.call.HandlerEnvironment.JobContexts;
import io.baton.worker.call.HandlerEnvironment.SnoozeSignal;
import io.baton.worker.call.ProgressWriter.CheckpointFailedException;
import io.baton.worker.call.TransactionalExecution.LeakedTransactionException;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The steps of a job in one run of its handler, on the handler's thread. A step is found by its name, whatever the order is. */
final class HandlerSteps {

    private static final int MANY = 1_000;
    private static final int MOST_ATTEMPTS = 100;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_DOUBT = Duration.ofSeconds(30);
    private static final Duration BETWEEN_SAVES = Duration.ofMillis(250);
    private static final SeldomLog seldom = new SeldomLog(LoggerFactory.getLogger(HandlerSteps.class));

    private final JobContexts node;
    private final Handler handler;
    private final ClaimedJob job;
    private final ActiveRun run;
    /** The names of this run, with the failure of each that failed last. */
    private final Map<String, Optional<Exception>> used = new HashMap<>();

    private @Nullable Map<String, FoundStep> stored;
    /** The bits of steps that the ties of the job have. */
    private int ties;

    private @Nullable String inside;
    private volatile @Nullable Suspension suspension;
    private @Nullable Set<String> unreached;
    /** What undoes the steps of earlier runs that this one has come to. */
    private final Map<String, Callable<?>> undos = new HashMap<>();

    private @Nullable Outcome undone;
    /** Whether this run has recorded that something is done or undone, or is waited for. */
    volatile boolean recorded;

    /** Why a run ends, and as what. */
    private record Suspension(JobSuspendedError error, Outcome outcome) {}

    HandlerSteps(JobContexts node, Handler handler, ClaimedJob job, ActiveRun run) {
        this.node = node;
        this.handler = handler;
        this.job = job;
        this.run = run;
        this.ties = job.ties().bits();
    }

    boolean isSuspended() {
        return suspension != null;
    }

    /** Returns whether the steps of the job are to be undone before it ends without having completed. */
    boolean undoes() {
        return !isUndoing() && (ties & Ties.UNDO) != 0;
    }

    private boolean isUndoing() {
        return job.ties().has(Ties.UNDOING);
    }

    /**
     * Returns the outcome of a job that is to wait, or whose steps are undone, whatever the call threw; null for others. Warns if the handler caught
     * what ends its run.
     */
    @Nullable
    Outcome outcome(@Nullable Throwable failure) {
        Suspension waits = suspension;
        if (undone != null || waits == null) {
            return undone;
        }
        if (waits.error() != failure) {
            seldom.warn(
                    "caught " + job.type(),
                    "The handler of {} caught the JobSuspendedError by which its run ends, and went on. The job waits, or is cancelled, all the"
                            + " same. Catch Exception instead of Throwable, or throw it again if JobContext.isSuspended()",
                    LogText.of(job.title()));
        }
        return waits.outcome();
    }

    <T extends @Nullable Object> JobStep<T> step(String name, Class<?> type) {
        verify(name, type);
        return new Step<>(name, type);
    }

    private void verify(String name, Class<?> type) {
        PackingCodec.requireKey(node.handling().codec());
        if (PackingCodec.plain(node.handling().codec()) instanceof JacksonPayloadCodec jackson && type != Void.class) {
            try {
                jackson.verifyResult(type);
            } catch (InvalidPayloadException e) {
                throw new InvalidPayloadException(
                        title(name) + " cannot have a result of this type: " + e.getMessage(), e);
            }
        }
    }

    private JobSteps store() {
        return node.engine().stores().jobs().steps();
    }

    private Transactions transactions() {
        return node.engine().ofHandlers();
    }

    private String title(String name) {
        return "Step \"" + name + "\" of " + job.title();
    }

    /**
     * Refuses what needs the handler's own thread and a transaction of its own, where it has neither.
     *
     * @param what names it in messages
     */
    static void requireAlone(String what, Handler.HandlerSettings settings, ClaimedJob job, boolean joins) {
        refuseIf(
                settings.list(),
                what
                        + " is not possible in a List handler, whose jobs share one call. Let the handler take one payload");
        if (settings.transactional()) {
            throw new UnusableTransactionException(
                    what
                            + " is not possible in a handler that is transactional = true: it has transactions of its own. Remove transactional = true");
        }
        refuseIf(
                !job.fence().equals(CurrentJob.fence()),
                what + " is possible only while its handler runs, and on the handler's own thread");
        if (ThreadBindings.isTransactional() && !joins) {
            throw new UnusableTransactionException(
                    what
                            + " is not possible in an open transaction, which would be held open meanwhile. Call it outside of any transaction");
        }
    }

    private static void refuseIf(boolean wrong, String text) {
        if (wrong) {
            throw new BatonException(text);
        }
    }

    /** Refuses what is not possible inside of a step, nor in a run that has ended. */
    private void requireBetweenSteps(String what) {
        requireAlone(what, handler.settings(), job, node.engine().joins().getAsBoolean());
        Suspension waits = suspension;
        if (waits != null) {
            throw waits.error();
        }
        refuseIf(
                inside != null,
                what + " was called inside of the step \"" + inside + "\". Call it after that one has ended");
    }

    /** Returns what is stored of a step; null if nothing is. Refuses what could not be stored or found again. */
    private @Nullable FoundStep begin(String name, Set<Kind> kinds) {
        String title = title(Keys.checked("a step", name));
        requireBetweenSteps(title);
        if (run.stopping()) {
            throw new CancellationException(title + " does not begin: " + run.stopReason());
        }
        Optional<Exception> before = used.putIfAbsent(name, Optional.empty());
        if (before != null) {
            throw new BatonException(
                    title
                            + " was called twice in one run. Give each step a name of its own: in a loop, add what it is about, such as \"mail-\" + user."
                            + " To repeat a step that failed, use retry, or let its exception leave the handler",
                    before.orElse(null));
        }
        refuseIf(
                used.size() > JobSteps.MOST,
                title + " is one of more than " + JobSteps.MOST
                        + ". Use a batch for many items: its jobs run side by side");
        if (used.size() == MANY) {
            seldom.warn(
                    "many " + job.type(),
                    "{} has {} steps, which are all read at each run. Use a batch for many items",
                    LogText.of(job.title()),
                    MANY);
        }
        FoundStep known = stored().get(name);
        refuseIf(
                known != null && !kinds.contains(known.kind()),
                title + " was something else before: " + (known == null ? "" : known.kind())
                        + ". Give what the handler does now another name");
        reached(name, StepPoint.ASKED_FOR);
        boolean isOpen = known == null
                ? !kinds.contains(Kind.DECISION)
                : known.state() == State.WAITING && !(known.kind() == Kind.SLEEP && known.due());
        if (isUndoing() && isOpen) {
            throw leave(name);
        }
        return known;
    }

    /** Returns what ends the call of a handler whose steps are to be undone. As long as more are recorded, it may catch what is thrown, and go on to them. */
    private JobSuspendedError leave(String name) {
        refuseIf(!unreached().isEmpty(), title(name) + " is not done any more: the steps of this job are undone");
        return suspend(name);
    }

    /** Returns the names of the steps that may have to be undone, and that the handler has not come to. */
    private Set<String> unreached() {
        Set<String> names = unreached;
        if (names == null) {
            names = stored().values().stream()
                    .filter(step -> step.kind() == Kind.CALL || step.kind() == Kind.TRANSACTION)
                    .filter(step -> step.state() != State.UNDONE)
                    .map(FoundStep::name)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            unreached = names;
        }
        return names;
    }

    /**
     * Undoes what earlier runs did, the last first.
     *
     * @param failure how the handler ended, which has come as far as steps are recorded
     * @throws Throwable if a step could not be undone; the others are
     */
    void undo(@Nullable Throwable failure) throws Throwable {
        suspension = null;
        if (!unreached().isEmpty()) {
            if (failure != null && (TransactionalExecution.isOfDatabase(failure) || failure instanceof SnoozeSignal)) {
                throw failure;
            }
            throw new BatonException(
                    title(unreached().iterator().next())
                            + " may have to be undone, but the handler did not call it again. Let it call the steps that it called before, or"
                            + " call Steps.forget if there is nothing to undo",
                    failure);
        }
        requireNoTransaction();
        ThreadBindings before = ThreadBindings.now();
        List<FoundStep> steps = stored().values().stream()
                .sorted(Comparator.comparing(FoundStep::beganAt)
                        .thenComparing(FoundStep::name)
                        .reversed())
                .toList();
        Throwable first = null;
        for (FoundStep step : steps) {
            Callable<?> undo = undos.get(step.name());
            try {
                if (run.stopping()) {
                    throw new CancellationException(job.title() + " is not undone further: " + run.stopReason());
                }
                if (undo != null) {
                    run.dropOwnInterrupt();
                    undo.call();
                }
            } catch (Throwable e) {
                if (!node.engine().joins().getAsBoolean()) {
                    before.restore();
                }
                if (run.stopping() || TransactionalExecution.isOfDatabase(e)) {
                    throw e;
                }
                if (first == null) {
                    first = e;
                } else if (first != e) {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
        undone = job.ties().has(Ties.UNDO) ? new Outcome.Cancelled() : new Outcome.Dead(null);
    }

    private void requireNoTransaction() {
        if (ThreadBindings.isTransactional() && !node.engine().joins().getAsBoolean()) {
            throw new LeakedTransactionException();
        }
    }

    private void reached(String name, StepPoint point) {
        CallObserver observer = node.handling().observer();
        if (observer != null) {
            observer.reached(job, name, point);
        }
    }

    /** Returns the steps of earlier runs. A job that had none when it was claimed costs no query. */
    private Map<String, FoundStep> stored() {
        Map<String, FoundStep> known = stored;
        if (known == null) {
            known = (ties & Ties.STEPS) != 0 ? read() : Map.of();
            stored = known;
        }
        return known;
    }

    private Map<String, FoundStep> read() {
        Map<String, FoundStep> found = new LinkedHashMap<>();
        node.read(job.fence(), () -> store().ofJob(job.id())).forEach(step -> found.put(step.name(), step));
        refuseIf(
                found.size() > JobSteps.MOST,
                job.title() + " has more than " + JobSteps.MOST
                        + " steps, and cannot go on. Cancel it, and use a batch for many items");
        return found;
    }

    private NewStep newStep(
            String name,
            Kind kind,
            State state,
            Duration took,
            @Nullable Due until,
            @Nullable String result,
            int bits) {
        return new NewStep(name, kind, state, job.attempt(), took, until, result, bits & ~ties);
    }

    private void save(NewStep step) {
        write(step.name(), step.ties(), () -> transactions().single(() -> store().save(job.fence(), step)));
        if (step.state() != State.BEGUN) {
            recorded(step.name());
        }
    }

    private void recorded(String name) {
        recorded = true;
        reached(name, StepPoint.AFTER_RECORD);
    }

    private void write(String name, int bits, Supplier<Settled> write) {
        mayTie(bits);
        if (!node.progress().save(title(name), write)) {
            run.stop(StopReason.LOST);
            throw new BatonException(
                    title(name) + " is not recorded: the claim was lost, and another worker runs the job");
        }
        ties |= bits;
    }

    /** Sets for the run whether the job may have something to undo, once it is tied to these bits. */
    private void mayTie(int bits) {
        run.undoes(((ties | bits) & Ties.UNDO) != 0);
    }

    void sleep(String name, Due until) {
        FoundStep known = begin(name, Set.of(Kind.SLEEP));
        if (known == null) {
            save(newStep(name, Kind.SLEEP, State.WAITING, Duration.ZERO, until, null, Ties.STEPS));
        }
        if (known == null || (known.state() == State.WAITING && !known.due())) {
            throw suspend(name);
        }
    }

    /** Returns the text of a signal's value; null if no signal came in time. */
    private @Nullable String await(String name, Duration timeout) {
        Due until = Due.after(timeout);
        refuseIf(name.startsWith("#"), title(name) + " has no name of a signal before \"#\"");
        FoundStep known = begin(name, Set.of(Kind.AWAIT));
        if (known == null || known.state() == State.WAITING) {
            NewStep step = newStep(name, Kind.AWAIT, State.WAITING, Duration.ZERO, until, null, Ties.STEPS);
            AtomicReference<FoundStep> decided = new AtomicReference<>();
            write(name, step.ties(), () -> transactions().run(() -> store().await(job.fence(), step, decided::set)));
            known = requireNonNull(decided.get());
            recorded(name);
        }
        if (known.state() == State.WAITING) {
            throw suspend(name);
        }
        return known.state() == State.TIMED_OUT ? null : requireNonNull(known.result());
    }

    <T> Optional<T> await(String name, Class<T> type, Duration timeout) {
        verify(name, type);
        return Optional.ofNullable(await(name, timeout)).map(text -> read(name, text, type));
    }

    boolean awaitAny(String name, Duration timeout) {
        return await(name, timeout) != null;
    }

    /** Decides by whether this run has called all steps that earlier ones stored: if so, none of them came further. */
    boolean since(String change) {
        FoundStep known = begin(change, Set.of(Kind.DECISION));
        if (known != null) {
            return Boolean.parseBoolean(known.result());
        }
        boolean applies = used.keySet().containsAll(stored().keySet());
        save(newStep(change, Kind.DECISION, State.DONE, Duration.ZERO, null, String.valueOf(applies), Ties.STEPS));
        return applies;
    }

    private JobSuspendedError suspend(String name) {
        return end(title(name) + " waits, and the run ends", new Outcome.Suspended(name));
    }

    /** Ends the run, unless the steps of the job are undone and more of them are recorded than it has come to. */
    void cancel() {
        requireBetweenSteps("JobContext.cancel of " + job.title());
        if (!isUndoing() || unreached().isEmpty()) {
            throw end(job.title() + " is cancelled by its handler", new Outcome.Cancelled());
        }
    }

    private JobSuspendedError end(String message, Outcome outcome) {
        JobSuspendedError error = new JobSuspendedError(message);
        suspension = new Suspension(error, outcome);
        return error;
    }

    private <T> T read(String name, String text, Class<T> type) {
        try {
            return node.handling().codec().read(text, type);
        } catch (RuntimeException e) {
            throw new InvalidPayloadException(
                    title(name) + " has ended and is not repeated, but what is stored cannot be read as "
                            + type.getName()
                            + ": " + reason(e)
                            + ". Let the class read what it wrote before, or use Steps.forget to do the step again",
                    e);
        }
    }

    /** Returns why a codec failed. An exception that is not Baton's may quote the value. */
    private static @Nullable String reason(Throwable failure) {
        return failure instanceof InvalidPayloadException ? failure.getMessage() : FailureText.of(failure);
    }

    private String written(String name, Object value, Class<?> type) {
        String text;
        try {
            text = node.handling().codec().write(value, type);
        } catch (RuntimeException | StackOverflowError e) {
            throw new InvalidPayloadException("The result of " + title(name) + " cannot be written: " + reason(e), e);
        }
        node.progress()
                .requireFitting(
                        "The result of " + title(name),
                        text,
                        ". Store it in a table of the application and return its key");
        StorableText.require("The result of " + title(name), text);
        return text;
    }

    private final class Step<T extends @Nullable Object> implements JobStep<T> {

        private final String name;
        private final Class<?> type;
        private @Nullable Function<String, Optional<T>> reconcile;
        private @Nullable Undo<T> undo;
        private int attempts = 1;
        /** Whether the last attempt failed while the run was not stopped: then it was not done. */
        private boolean failed;

        private Duration pause = Duration.ZERO;

        private Step(String name, Class<?> type) {
            this.name = name;
            this.type = type;
        }

        @Override
        public JobStep<T> failIfUncertain() {
            reconcile = key -> {
                throw new OnceUncertainException(title(name)
                        + " was begun, and it is not known whether it was done: its process died, or its run was stopped. Find out by the key "
                        + key + ", and call Steps.forget if it is to be done again");
            };
            return this;
        }

        @Override
        public JobStep<T> ifUncertain(Function<String, Optional<T>> how) {
            refuseIf(
                    type == Void.class,
                    title(name) + " cannot say that it was done: give it a result, such as Boolean.class");
            reconcile = how;
            return this;
        }

        @Override
        public JobStep<T> undo(Undo<T> how) {
            undo = requireNonNull(how, "What undoes a step is null");
            return this;
        }

        @Override
        public JobStep<T> retry(int times, Duration between) {
            if (times < 1 || times > MOST_ATTEMPTS || between.isNegative() || between.compareTo(LONGEST_PAUSE) > 0) {
                throw new IllegalArgumentException(title(name) + " can be tried 1 to " + MOST_ATTEMPTS
                        + " times in a run, at most a minute apart. For more, let the exception leave the handler");
            }
            attempts = times;
            pause = between;
            return this;
        }

        @Override
        public <X extends Exception> T call(Call<T, X> call) throws X {
            FoundStep known = begun();
            if (known != null && known.state() != State.BEGUN) {
                return result(known);
            }
            String key = JobSteps.key("baton", job.id(), job.enqueuedAt(), name);
            long start = run.now();
            Optional<T> found = known == null || reconcile == null ? Optional.empty() : reconciled(reconcile, key);
            if (known == null && (reconcile != null || undo != null)) {
                save(step(Kind.CALL, State.BEGUN, Duration.ZERO, null));
            }
            T value = found.isPresent() ? found.get() : called(known == null, () -> call.call(key));
            done(value, start);
            return value;
        }

        /** Returns what is stored of the step. If it is to be undone, it is not repeated, even if its end is not known. */
        private @Nullable FoundStep begun() {
            FoundStep known = begin(name, Set.of(Kind.CALL, Kind.TRANSACTION));
            if (known != null && isUndoing()) {
                unreached().remove(name);
                Undo<T> how = undo;
                if (how != null && known.state() != State.UNDONE) {
                    undos.put(name, () -> undo(known, how));
                }
                if (known.state() == State.BEGUN || unreached().isEmpty()) {
                    throw leave(name);
                }
            }
            return known;
        }

        private T undo(FoundStep known, Undo<T> how) throws Exception {
            T result = known.state() == State.DONE ? result(known) : none();
            String key = JobSteps.key("baton-undo", job.id(), job.enqueuedAt(), name);
            inside = name;
            reached(name, StepPoint.BEFORE_EFFECT);
            try {
                if (known.kind() == Kind.TRANSACTION) {
                    this.<Exception>recorded(
                            State.UNDONE,
                            () -> {
                                how.undo(result, key);
                                reached(name, StepPoint.AFTER_EFFECT);
                                return none();
                            },
                            (steps, nothing) -> () -> steps.undone(job.fence(), name));
                } else {
                    how.undo(result, key);
                    requireNoTransaction();
                    reached(name, StepPoint.AFTER_EFFECT);
                    afterEffect(
                            () -> write(name, 0, () -> transactions().run(() -> store().undone(job.fence(), name))));
                }
                recorded = true;
            } finally {
                inside = null;
            }
            return none();
        }

        private NewStep step(Kind kind, State state, Duration took, @Nullable String result) {
            return newStep(name, kind, state, took, null, result, bits());
        }

        private int bits() {
            return undo == null ? Ties.STEPS : Ties.STEPS + Ties.UNDO;
        }

        private Optional<T> reconciled(Function<String, Optional<T>> how, String key) {
            inside = name;
            try {
                return how.apply(key);
            } finally {
                inside = null;
            }
        }

        @Override
        public <X extends Exception> void run(OnceAction<X> action) throws X {
            call(key -> {
                action.perform(key);
                return none();
            });
        }

        @SuppressWarnings({"unchecked", "NullAway"}) // a result that is null is one
        private T none() {
            return (T) null;
        }

        /** Makes a call. If it fails, the step counts as not done, unless the run was stopped meanwhile, or it may have been done before. */
        private <X extends Exception> T called(boolean first, Work<T, X> call) throws X {
            CommitWatch.onCommit(this::warnOfCommit);
            try {
                reached(name, StepPoint.BEFORE_EFFECT);
                T value = tried(call);
                reached(name, StepPoint.AFTER_EFFECT);
                requireNoTransaction();
                return value;
            } catch (Exception e) {
                if (failed && (reconcile != null || (undo != null && first))) {
                    free(e);
                }
                throw e;
            } finally {
                CommitWatch.onCommit(null);
            }
        }

        private void free(Exception failure) {
            try {
                write(name, 0, () -> transactions().run(() -> store().free(job.fence(), name)));
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        }

        private <X extends Exception> T tried(Work<T, X> work) throws X {
            inside = name;
            try {
                for (int attempt = 1; ; attempt++) {
                    failed = false;
                    try {
                        return work.call();
                    } catch (Exception e) {
                        used.put(name, Optional.of(e));
                        failed = !run.stopping() && !(e instanceof OnceUncertainException);
                        if (attempt >= attempts || !failed || isFinal(e) || !paused()) {
                            throw e;
                        }
                        seldom.info(
                                "retried " + job.type(),
                                "{} failed and is tried again: {}",
                                LogText.of(title(name)),
                                FailureText.of(e));
                    }
                }
            } finally {
                inside = null;
            }
        }

        private static boolean isFinal(Exception e) {
            return e instanceof BatonException || e instanceof SnoozeSignal;
        }

        private boolean paused() {
            try {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private void warnOfCommit() {
            reached(name, StepPoint.FOREIGN_COMMIT);
            seldom.warn(
                    "commit " + job.type(),
                    "{} committed a transaction of its own: what that wrote is not recorded with the step, which would be repeated if this process"
                            + " died now. Use callInTransaction or runInTransaction instead",
                    LogText.of(title(name)));
        }

        /** Records a step that took effect. If its result cannot be kept, later runs must not repeat it. */
        private void done(T value, long start) {
            Duration took = Duration.ofNanos(run.now() - start);
            try {
                String text = value == null ? null : written(name, value, type);
                NewStep done = step(Kind.CALL, State.DONE, took, text);
                afterEffect(() -> save(done));
            } catch (InvalidPayloadException e) {
                NewStep done = step(Kind.CALL, State.UNREADABLE, took, e.getMessage());
                afterEffect(() -> save(done));
                throw new InvalidPayloadException(
                        title(name) + " was done and is not repeated, but its result cannot be kept: " + e.getMessage(),
                        e);
            }
        }

        /** Records what has taken effect, for as long as it takes a database to fail over; an interrupt waits until then. */
        private void afterEffect(Runnable save) {
            long end = run.now() + LONGEST_DOUBT.toNanos();
            boolean interrupted = false;
            try {
                for (boolean saved = false; !saved; ) {
                    interrupted |= Thread.interrupted();
                    try {
                        save.run();
                        saved = true;
                    } catch (CheckpointFailedException e) {
                        if (run.now() - end > 0 || run.stopReason() == StopReason.LOST || run.isOver()) {
                            throw e;
                        }
                        LockSupport.parkNanos(BETWEEN_SAVES.toNanos());
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @SuppressWarnings("unchecked") // it was written as this type
        private T result(FoundStep known) {
            if (known.state() == State.UNREADABLE) {
                throw new InvalidPayloadException(title(name)
                        + " was done and is not repeated, but its result could not be kept: " + known.result()
                        + ". Use Steps.forget to do it again");
            }
            return known.result() == null || type == Void.class ? none() : (T) read(name, known.result(), type);
        }

        @Override
        public <X extends Exception> T callInTransaction(Work<T, X> work) throws X {
            FoundStep known = begun();
            refuseIf(
                    known != null && known.state() == State.BEGUN,
                    title(name)
                            + " was begun as a call, and it is not known whether it was done. Find out, and call Steps.forget if it was not");
            refuseIf(
                    reconcile != null, title(name) + " is never uncertain in a transaction: leave out what to do then");
            return known != null ? result(known) : tried(() -> committed(work));
        }

        private <X extends Exception> T committed(Work<T, X> work) throws X {
            long start = run.now();
            reached(name, StepPoint.BEFORE_EFFECT);
            mayTie(bits());
            try {
                T value = recorded(State.DONE, work, (steps, result) -> {
                    reached(name, StepPoint.AFTER_EFFECT);
                    String text = result == null ? null : written(name, result, type);
                    NewStep step = step(Kind.TRANSACTION, State.DONE, Duration.ofNanos(run.now() - start), text);
                    return () -> steps.save(job.fence(), step);
                });
                ties |= bits();
                HandlerSteps.this.recorded(name);
                return value;
            } finally {
                mayTie(0);
            }
        }

        /**
         * Does work and its record in one transaction. If it is not known whether it was committed, reads that once the COMMIT has released the job's
         * row.
         *
         * @param as the state that the record says
         */
        private <X extends Exception> T recorded(
                State as, Work<T, X> work, BiFunction<JobSteps, T, Supplier<Settled>> write) throws X {
            TransactionalExecution transactions = node.handling().transactions();
            try {
                return transactions.executePart(
                        title(name),
                        job.fence(),
                        work::call,
                        result -> write.apply(transactions.store().steps(), result),
                        handler.settings().timeout());
            } catch (TransactionalExecution.FencedException e) {
                transactions.stands(job, run, node.engine());
                throw e;
            } catch (TransactionalExecution.CommitFailedException e) {
                FoundStep found = transactions.stands(job, run, node.engine()) ? read().get(name) : null;
                if (found == null || found.state() != as) {
                    throw e.failure();
                }
                return result(found);
            }
        }

        @Override
        public <X extends Exception> void runInTransaction(Action<X> action) throws X {
            callInTransaction(() -> {
                action.run();
                return none();
            });
        }
    }
}
