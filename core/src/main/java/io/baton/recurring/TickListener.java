package io.baton.recurring;

/** Is notified of ticks that this node fired or left out, after the commit. Must not throw. */
@FunctionalInterface
public interface TickListener {

    /** Listens to nothing. */
    TickListener NONE = (name, enqueued, missed) -> {};

    /**
     * Ticks of a recurring job have passed.
     *
     * @param enqueued how many of them have a job now
     * @param missed whether others of them have none: too late, too many, or held up by the last job
     */
    void passed(String name, int enqueued, boolean missed);
}
