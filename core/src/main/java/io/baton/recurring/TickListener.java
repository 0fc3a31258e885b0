package io.baton.recurring;

/** Is told of ticks that this node came to, after the commit. Must not throw. */
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
