package io.baton.recurring;

import io.baton.job.AfterCommit;

/** Notifies a listener of changes of schedules on this node, after the commit: one may have the next tick of all. */
public final class ScheduleChanges {

    private volatile Runnable listener = () -> {};
    private final AfterCommit<Object> afterCommit =
            new AfterCommit<>(Object::new, same -> same, changes -> listener.run(), false);

    /** Sets the listener. */
    public void onChange(Runnable action) {
        this.listener = action;
    }

    /** Notifies the listener after the commit of the current transaction, if there is one. */
    void announce() {
        afterCommit.add(changes -> {});
    }
}
