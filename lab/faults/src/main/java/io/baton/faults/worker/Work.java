package io.baton.faults.worker;

import io.baton.JobType;

/** The payloads. Each names an item, which is enqueued once and never again, so that a job stored twice shows as well as one run twice. */
public sealed interface Work {

    long item();

    /** Writes its effect in the handler's transaction. */
    @JobType(name = "effect")
    record Effect(long item, int millis) implements Work {}

    /** The same, many in one transaction. */
    @JobType(name = "effects")
    record Effects(long item) implements Work {}

    /** Writes its effect and fails the first time. */
    @JobType(name = "flaky")
    record Flaky(long item) implements Work {}

    /** Writes its effect and fails each time. */
    @JobType(name = "failing")
    record Failing(long item) implements Work {}

    /** Leaves a line in a file. */
    @JobType(name = "mark")
    record Mark(long item) implements Work {}

    /** The same, but takes longer than a worker may be silent. */
    @JobType(name = "slow", queue = "slow")
    record Slow(long item, int millis) implements Work {}

    /** Ends its worker in good order. */
    @JobType(name = "exit")
    record Exit(long item) implements Work {}

    /** Takes its worker with it. */
    @JobType(name = "poison")
    record Poison(long item) implements Work {}
}
