package io.baton.recurring;

import io.baton.job.AfterCommit;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Notifies a listener after commits of this node that changed a schedule, which may have the next tick of all. Knows whether schedules exist. */
public final class ScheduleChanges {

    private volatile Runnable listener = () -> {};
    private volatile UnaryOperator<Duration> spared = interval -> Duration.ZERO;
    private volatile boolean used;
    private final AfterCommit<Object> afterCommit = new AfterCommit<>(Object::new, changes -> changed(), false);

    /** Sets the listener. */
    public void onChange(Runnable action) {
        this.listener = action;
    }

    /** Sets the function that returns for how long a poll for schedules can wait, from the interval of that poll. */
    public void sparedBy(UnaryOperator<Duration> action) {
        this.spared = action;
    }

    /** Records that schedules exist, so that no poll waits any more. */
    void expect() {
        used = true;
    }

    /** Returns for how long a poll with this interval can wait; zero if it must run now. */
    Duration spared(Duration interval) {
        return used ? Duration.ZERO : spared.apply(interval);
    }

    private void changed() {
        expect();
        listener.run();
    }

    /** Notifies the listener after the commit of the current transaction, or at once if there is none. */
    void announce() {
        afterCommit.add(changes -> {});
    }
}
