package io.baton.testing.memory;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.SignalResult;
import io.baton.StepDetails.Kind;
import io.baton.StepDetails.State;
import io.baton.job.JobSteps;
import io.baton.job.JobSteps.FoundStep;
import io.baton.job.JobSteps.NewStep;
import io.baton.job.JobSteps.Sent;
import io.baton.job.ReadyJobs;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps of jobs, and the signals for them. The caller holds the row of the job. */
record MemorySteps(MemoryDatabase database, MemoryTransitions transitions) {

    /** A signal; its value is gone once a wait has taken it. */
    record Signal(
            String name,
            @Nullable String messageId,
            boolean taken,
            @Nullable String value) {}

    List<FoundStep> ofJob(long job) {
        return stored(job).values().stream()
                .map(this::now)
                .sorted(Comparator.comparing(FoundStep::beganAt).thenComparing(FoundStep::name))
                .toList();
    }

    private Map<String, FoundStep> stored(long job) {
        Map<String, FoundStep> stored = database.jobSteps.get(job);
        return stored == null ? new TreeMap<>() : new TreeMap<>(stored);
    }

    private List<Signal> signals(long job) {
        List<Signal> signals = database.signals.get(job);
        return signals == null ? new ArrayList<>() : new ArrayList<>(signals);
    }

    private FoundStep now(FoundStep step) {
        Instant until = step.waitsUntil();
        return with(step, step.state(), step.endedAt(), until, step.result(), until != null && isOver(until));
    }

    private boolean isOver(Instant until) {
        return !until.isAfter(database.now());
    }

    static FoundStep until(FoundStep step, Instant until) {
        return with(step, step.state(), step.endedAt(), until, step.result(), false);
    }

    private static FoundStep with(
            FoundStep step,
            State state,
            @Nullable Instant endedAt,
            @Nullable Instant until,
            @Nullable String result,
            boolean due) {
        return new FoundStep(
                step.name(), step.kind(), state, step.attempt(), step.beganAt(), endedAt, until, result, due);
    }

    void save(JobRow row, NewStep step) {
        JobRow tied = row.with(changed -> changed.ties =
                new Ties(row.ties.bits() | Ties.STEPS | step.ties(), row.ties.batchGroup(), row.ties.batchIndex()));
        database.jobs.put(row.id, tied);
        Instant now = database.now();
        boolean ended = step.state() != State.BEGUN && step.state() != State.WAITING;
        put(
                row.id,
                new FoundStep(
                        step.name(),
                        step.kind(),
                        step.state(),
                        step.attempt(),
                        now.minus(step.took()),
                        ended ? now : null,
                        step.until() == null ? null : MemoryDue.time(step.until(), now),
                        step.result(),
                        false));
    }

    private void put(long job, FoundStep step) {
        Map<String, FoundStep> all = stored(job);
        all.put(step.name(), step);
        database.jobSteps.put(job, all);
    }

    void free(long job, String name) {
        FoundStep step = stored(job).get(name);
        if (step != null && step.state() == State.BEGUN) {
            remove(job, name);
        }
    }

    void undone(long job, String name) {
        FoundStep step = stored(job).get(name);
        if (step != null
                && (step.state() == State.BEGUN || step.state() == State.DONE || step.state() == State.UNREADABLE)) {
            put(job, with(step, State.UNDONE, database.now(), null, step.result(), false));
        }
    }

    private void remove(long job, String name) {
        Map<String, FoundStep> all = stored(job);
        all.remove(name);
        database.jobSteps.put(job, all);
    }

    FoundStep await(JobRow row, NewStep step) {
        FoundStep known = stored(row.id).get(step.name());
        if (known == null) {
            save(row, step);
        }
        if (known == null || known.state() == State.WAITING) {
            List<Signal> signals = signals(row.id);
            Optional<Signal> first = untaken(row.id, step.name());
            if (first.isPresent()) {
                Signal signal = first.get();
                signals.set(signals.indexOf(signal), new Signal(signal.name(), signal.messageId(), true, null));
                database.signals.put(row.id, signals);
                decide(row.id, step.name(), State.DONE, signal.value());
            } else if (known != null && now(known).due()) {
                decide(row.id, step.name(), State.TIMED_OUT, null);
            }
        }
        return now(Objects.requireNonNull(stored(row.id).get(step.name())));
    }

    private Optional<Signal> untaken(long job, String wait) {
        return signals(job).stream()
                .filter(signal -> !signal.taken() && signal.name().equals(JobSteps.signalOf(wait)))
                .findFirst();
    }

    private void decide(long job, String name, State state, @Nullable String result) {
        FoundStep step = Objects.requireNonNull(stored(job).get(name));
        put(job, with(step, state, database.now(), null, result, false));
    }

    Sent send(long job, String name, String value, @Nullable String messageId) {
        JobRow row = locked(job);
        List<Signal> signals = signals(job);
        Optional<Signal> before = signals.stream()
                .filter(signal -> messageId != null && messageId.equals(signal.messageId()))
                .findFirst();
        if (before.isPresent()) {
            return new Sent(before.get().taken() ? SignalResult.DELIVERED : SignalResult.STORED, null);
        }
        if (row == null) {
            boolean ended = database.history.get(job) != null;
            return new Sent(ended ? SignalResult.TOO_LATE : SignalResult.UNKNOWN, null);
        }
        ReadyJobs ready = null;
        boolean late = false;
        FoundStep open = null;
        for (FoundStep wait : waits(job, name)) {
            if (wait.state() == State.WAITING && !wait.due()) {
                open = wait;
            } else {
                late |= wait.name().equals(name);
                if (wait.state() == State.WAITING) {
                    ready = decideAndWake(row, wait.name(), State.TIMED_OUT, null);
                }
            }
        }
        if (row.state == JobState.DEAD || row.ties.has(Ties.UNDOING) || (late && open == null)) {
            return new Sent(SignalResult.TOO_LATE, ready);
        }
        if (signals.stream().filter(signal -> !signal.taken()).count() >= JobSteps.MOST_SIGNALS) {
            throw new BatonException("Job " + job + " was sent " + JobSteps.MOST_SIGNALS + " signals already");
        }
        signals.add(new Signal(name, messageId, open != null, open != null ? null : value));
        database.signals.put(job, signals);
        return open == null
                ? new Sent(SignalResult.STORED, ready)
                : new Sent(SignalResult.DELIVERED, decideAndWake(row, open.name(), State.DONE, value));
    }

    /** The waits for this signal that are open or over by time. */
    private List<FoundStep> waits(long job, String signal) {
        return stored(job).values().stream()
                .filter(step -> step.kind() == Kind.AWAIT
                        && JobSteps.signalOf(step.name()).equals(signal))
                .filter(step -> step.state() == State.WAITING || step.state() == State.TIMED_OUT)
                .map(this::now)
                .toList();
    }

    private @Nullable JobRow locked(long job) {
        JobRow row = database.jobs.get(job);
        if (row != null) {
            database.jobs.lock(job);
        }
        return row;
    }

    private @Nullable ReadyJobs decideAndWake(JobRow row, String name, State state, @Nullable String result) {
        decide(row.id, name, state, result);
        return wake(row.id) ? ReadyJobs.outOfTurn(row.queue()) : null;
    }

    private boolean wake(long job) {
        JobRow row = database.jobs.get(job);
        if (row == null || row.state != JobState.WAITING) {
            return false;
        }
        transitions.change(Transition.PROMOTED, row, ready -> {
            ready.state = JobState.READY;
            ready.dueAt = database.now();
        });
        return true;
    }

    boolean forget(long job, String name) {
        JobRow row = locked(job);
        FoundStep step = stored(job).get(name);
        if (row == null || row.state == JobState.CLAIMED || step == null || step.state() == State.WAITING) {
            return false;
        }
        if (row.ties.has(Ties.UNDOING)) {
            boolean undoes =
                    step.state() != State.UNDONE && (step.kind() == Kind.CALL || step.kind() == Kind.TRANSACTION);
            undone(job, name);
            return undoes;
        }
        remove(job, name);
        return true;
    }

    boolean endWait(long job, String name, Consumer<ReadyJobs> ready) {
        JobRow row = locked(job);
        FoundStep step =
                row == null || row.ties.has(Ties.UNDOING) ? null : stored(job).get(name);
        if (row == null || step == null || step.state() != State.WAITING) {
            return false;
        }
        ReadyJobs jobs = decideAndWake(row, name, ended(step), null);
        if (jobs != null) {
            ready.accept(jobs);
        }
        return true;
    }

    private static State ended(FoundStep step) {
        return step.kind() == Kind.SLEEP ? State.DONE : State.TIMED_OUT;
    }

    /** Makes a job ready whose wait is decided, or whose signal is there; returns whether it did. */
    boolean wakeIfDecided(long job, String wait) {
        FoundStep step = stored(job).get(wait);
        boolean open =
                step != null && step.state() == State.WAITING && !now(step).due();
        boolean signalled = open
                && step != null
                && step.kind() == Kind.AWAIT
                && untaken(job, wait).isPresent();
        return (!open || signalled) && wake(job);
    }

    /** Ends the waits that are due, of up to this number of jobs that are free or gone. Returns the queues of those that waited. */
    Map<Long, String> endDueWaits(int limit) {
        Map<Long, String> queues = new TreeMap<>();
        List<Long> due = openWaits()
                .filter(wait -> isOver(wait.until()))
                .sorted(Comparator.comparing(OpenWait::until).thenComparingLong(OpenWait::job))
                .limit(limit)
                .map(OpenWait::job)
                .filter(database.jobs::isFree)
                .distinct()
                .toList();
        for (long job : due) {
            stored(job).values().stream()
                    .map(this::now)
                    .filter(FoundStep::due)
                    .forEach(step -> decide(job, step.name(), ended(step), null));
            if (wake(job)) {
                queues.put(job, Objects.requireNonNull(database.jobs.get(job)).queue());
            }
        }
        return queues;
    }

    private record OpenWait(long job, Instant until) {}

    private Stream<OpenWait> openWaits() {
        return database.jobSteps.seen().entrySet().stream().flatMap(job -> job.getValue().values().stream()
                .map(FoundStep::waitsUntil)
                .filter(Objects::nonNull)
                .map(until -> new OpenWait(job.getKey(), until)));
    }

    Stream<Duration> untilWaitsEnd() {
        return openWaits().map(wait -> Duration.between(database.now(), wait.until()));
    }

    /** Removes what is kept of jobs that are no more; returns of how many jobs something was kept. */
    int forgetGone() {
        TreeSet<Long> jobs = new TreeSet<>(database.jobSteps.seen().keySet());
        jobs.addAll(database.signals.seen().keySet());
        jobs.stream()
                .filter(job -> database.jobs.get(job) == null && database.history.get(job) == null)
                .forEach(job -> {
                    database.jobSteps.remove(job);
                    database.signals.remove(job);
                });
        return jobs.size();
    }
}
