package io.baton.faults.once;

import io.baton.JobType;

/** The payloads of the jobs here. */
final class OnceWork {

    private OnceWork() {}

    /** Processes a file of a business day. */
    @JobType(name = "process-file", queue = "files")
    record ProcessFile(int file, String day) {}

    /** Writes down the tick for which it was enqueued. */
    @JobType(name = "ticked", queue = "ticks")
    record Ticked() {}

    /** Reads what was requested by a key, and writes down what it saw. */
    @JobType(name = "look", queue = "requests")
    record Look(String key) {}

    /** The same in the transaction that completes the job. */
    @JobType(name = "look-written", queue = "requests")
    record LookWritten(String key) {}

    /**
     * Has an effect once.
     *
     * @param crashes whether the process ends when it had its effect the first time
     * @param strict whether nothing is repeated of which that is uncertain
     */
    @JobType(name = "effect", queue = "effects")
    record MakeEffect(int effect, boolean crashes, boolean strict) {}

    /**
     * Changes records that others change too, each in a transaction that has read it before.
     *
     * @param underLock whether it is read again under the lock
     */
    @JobType(name = "lock", queue = "locks")
    record LockRecords(int first, int count, boolean underLock) {}
}
