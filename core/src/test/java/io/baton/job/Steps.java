package io.baton.job;

import io.baton.StepDetails.Kind;
import io.baton.StepDetails.State;
import io.baton.job.JobSteps.FoundStep;
import io.baton.job.JobSteps.NewStep;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The steps of jobs as handlers store them. */
record Steps(JobStore store) {

    private static final Duration WEEK = Duration.ofDays(7);

    static NewStep done(String name, @Nullable String result) {
        return step(name, Kind.CALL, State.DONE, null, result);
    }

    static NewStep begun(String name) {
        return step(name, Kind.CALL, State.BEGUN, null, null);
    }

    static NewStep sleep(String name) {
        return step(name, Kind.SLEEP, State.WAITING, new Due.After(WEEK), null);
    }

    static NewStep await(String name) {
        return step(name, Kind.AWAIT, State.WAITING, new Due.After(WEEK), null);
    }

    private static NewStep step(String name, Kind kind, State state, @Nullable Due until, @Nullable String result) {
        return new NewStep(name, kind, state, 1, Duration.ofMillis(5), until, result, Ties.STEPS);
    }

    /** The same step, which has something that undoes it. */
    static NewStep withUndo(NewStep step) {
        return new NewStep(
                step.name(),
                step.kind(),
                step.state(),
                step.attempt(),
                step.took(),
                step.until(),
                step.result(),
                Ties.STEPS + Ties.UNDO);
    }

    /** The decision of a wait, or that it is open; null if it is not recorded. */
    static @Nullable FoundStep awaited(JobStore store, Fence fence, NewStep step) {
        AtomicReference<@Nullable FoundStep> decided = new AtomicReference<>();
        store.await(fence, step, decided::set);
        return decided.get();
    }

    /** Where the job is ready after the end of its wait; null if it is not. */
    static @Nullable ReadyJobs endWait(JobStore store, long job, String name) {
        AtomicReference<@Nullable ReadyJobs> ready = new AtomicReference<>();
        store.endWait(job, name, ready::set);
        return ready.get();
    }

    /** What the end of the run is that waits. */
    static Settlement suspended(ClaimedJob job, String step) {
        return Settlement.of(job, new Outcome.Suspended(step));
    }

    Settled suspend(ClaimedJob job) {
        String step = store.ofJob(job.id()).stream()
                .filter(each -> each.state() == State.WAITING)
                .map(FoundStep::name)
                .findFirst()
                .orElse("decided");
        return store.settle(List.of(suspended(job, step))).getOrDefault(job.fence(), Settled.FENCED);
    }

    /** The handler waits for a signal, and its run has ended. */
    void waitFor(ClaimedJob job, String name) {
        awaited(store, job.fence(), await(name));
        suspend(job);
    }

    void sleepIn(ClaimedJob job, String name) {
        store.save(job.fence(), sleep(name));
        suspend(job);
    }

    FoundStep of(long job, String name) {
        return store.ofJob(job).stream()
                .filter(step -> step.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(name));
    }

    State state(long job, String name) {
        return of(job, name).state();
    }
}
