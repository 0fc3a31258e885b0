package io.baton.recurring;

/** Is notified after the commit of ticks that this node fired or left out. Must not throw. */
@FunctionalInterface
public interface TickListener {

    /** Listens to nothing. */
    TickListener NONE = (name, enqueued, missed) -> {};

    /**
     * Called when ticks of a recurring job have passed.
     *
     * @param enqueued the number of ticks that have a job now
     * @param missed whether some have none: too late, too many, or the last job has not ended
     */
    void passed(String name, int enqueued, boolean missed);
}
