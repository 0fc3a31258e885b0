package io.baton.worker.run;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several listeners, told one after the other. What one throws, such as a registry of meters, is told of once a minute and changes nothing. */
public final class RunListeners implements RunListener {

    private static final Logger log = LoggerFactory.getLogger(RunListeners.class);

    private final List<RunListener> all;
    private final SeldomLog seldom = new SeldomLog(log);

    private RunListeners(List<RunListener> all) {
        this.all = all;
    }

    /** Returns what tells all of these that listen. */
    public static RunListener of(RunListener first, List<RunListener> others) {
        List<RunListener> listening = new ArrayList<>(others);
        if (first != NONE) {
            listening.add(0, first);
        }
        return listening.isEmpty() ? NONE : new RunListeners(List.copyOf(listening));
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        tell(listener -> listener.started(job, waited));
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        tell(listener -> listener.ended(job, outcome, duration));
    }

    private void tell(Consumer<RunListener> event) {
        for (RunListener listener : all) {
            try {
                event.accept(listener);
            } catch (Throwable e) {
                seldom.warn(
                        listener.getClass().getName(),
                        "{} failed at a run, which goes on; what it counts is incomplete",
                        LogText.of(listener.getClass().getName()),
                        LoggedFailure.withoutMessages(e));
                log.debug("A listener of runs failed", LoggedFailure.of(e));
            }
        }
    }
}
