package io.baton.recurring;

import io.baton.job.AfterCommit;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Notifies a listener of changes of schedules on this node, after the commit: one may have the next tick of all. Knows whether there are any. */
public final class ScheduleChanges {

    private volatile Runnable listener = () -> {};
    private volatile UnaryOperator<Duration> spared = interval -> Duration.ZERO;
    private volatile boolean used;
    private final AfterCommit<Object> afterCommit =
            new AfterCommit<>(Object::new, same -> same, changes -> changed(), false);

    /** Sets the listener. */
    public void onChange(Runnable action) {
        this.listener = action;
    }

    /** Sets what returns for how long a poll for any schedule, sent once an interval, is spared. */
    public void sparedBy(UnaryOperator<Duration> action) {
        this.spared = action;
    }

    /** Records that there are schedules: no poll is spared any more. */
    void expect() {
        used = true;
    }

    /** Returns for how long a poll, sent once an interval, can wait; zero if it is to be sent now. */
    Duration spared(Duration interval) {
        return used ? Duration.ZERO : spared.apply(interval);
    }

    private void changed() {
        expect();
        listener.run();
    }

    /** Notifies the listener after the commit of the current transaction, if there is one. */
    void announce() {
        afterCommit.add(changes -> {});
    }
}
