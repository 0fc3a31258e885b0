package io.baton.recurring;

import io.baton.job.AfterCommit;

/** Notifies a listener of schedules that were changed on this node, after the commit: one may have a tick before all others. */
public final class ScheduleChanges {

    private volatile Runnable listener = () -> {};
    private final AfterCommit<Object> afterCommit =
            new AfterCommit<>(Object::new, same -> same, changes -> listener.run(), false);

    /** Calls this after changes. */
    public void onChange(Runnable told) {
        this.listener = told;
    }

    /** The transaction under way, if there is one, changes schedules. */
    void announce() {
        afterCommit.add(changes -> {});
    }
}
