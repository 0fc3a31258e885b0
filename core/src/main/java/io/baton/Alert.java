package io.baton;

import java.time.Duration;

/**
 * An event for operators, which one node of the cluster publishes to methods with {@code @EventListener}, at most once a minute for each type, queue
 * or limit. They are called on a thread of their own, outside of Baton's transactions. No alert contains a payload or a message of an exception.
 */
public sealed interface Alert {

    /**
     * Jobs of a type have died since its last event.
     *
     * @param type the type; {@code other} for all types together beyond the 20 with most deaths, with the other values of one of them
     * @param queue the queue of the newest of these jobs
     * @param jobs how many of the newest 10,000 dead jobs these are
     * @param error the class of the exception of the newest job; empty if it is not known
     */
    record JobsDied(String type, String queue, long jobs, JobId newest, String error) implements Alert {}

    /**
     * A ready job of a queue has been due for longer than {@code baton.alerts.late-after}, and again when this time has doubled.
     *
     * @param dueFor for how long the oldest job has been due
     * @param ready how many jobs are ready, counted up to 100,001
     * @param workers how many living workers serve the queue
     * @param paused whether the queue is paused
     */
    record QueueLate(String queue, Duration dueFor, long ready, long workers, boolean paused) implements Alert {}

    /**
     * A job that waits for a permit of a limit without a key has been due for longer than {@code baton.alerts.late-after}, and again when this time
     * has doubled.
     *
     * @param limit the name of a semaphore or rate limit
     * @param dueFor for how long the oldest of the next 1,000 jobs has been due
     * @param held how many jobs hold a permit, counted up to 100,001; zero for a rate limit
     * @param waiting how many jobs wait, counted up to 100,001
     */
    record LimitExhausted(String limit, Duration dueFor, long held, long waiting) implements Alert {}
}
