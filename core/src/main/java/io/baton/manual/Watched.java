package io.baton.manual;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.worker.call.CallObserver;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.run.RunListener;
import io.baton.worker.run.RunListeners;
import java.time.Duration;
import java.util.List;

/** Puts a watcher around the handlers of a worker, beside those that the application has, and counts runs. */
final class Watched implements RunListener, CallObserver {

    private final ManualWatcher watcher;
    private final Runnable beforeCalls;
    private CallObserver others = CallObserver.NONE;
    private int runs;

    Watched(ManualWatcher watcher, Runnable beforeCalls) {
        this.watcher = watcher;
        this.beforeCalls = beforeCalls;
    }

    /** Returns how many runs have ended. */
    int runs() {
        return runs;
    }

    HandlerEnvironment around(HandlerEnvironment handling) {
        others = handling.observer();
        return new HandlerEnvironment(
                handling.handlers(),
                handling.retries(),
                handling.codec(),
                handling.transactions(),
                RunListeners.of(List.of(), List.of(this, handling.listener())),
                this,
                handling.memberships(),
                handling.portions());
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {}

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        runs++;
        watcher.ended(job, outcome);
    }

    @Override
    public boolean observes() {
        return true;
    }

    @Override
    public Call begin(List<ClaimedJob> jobs) {
        beforeCalls.run();
        Call call = others.observes() ? others.begin(jobs) : CallObserver.NONE.begin(jobs);
        return (outcomes, failure) -> {
            if (failure != null) {
                watcher.failed(jobs, failure);
            }
            call.end(outcomes, failure);
        };
    }
}
