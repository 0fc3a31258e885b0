package io.baton.faults.upgrade;

import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.RequiresPermit;

/** The payloads. Each names an item, which one process enqueues once. */
final class UpgradeWork {

    static final String PERMITS = "upgrade";
    static final String RATE = "upgrade-calls";

    private UpgradeWork() {}

    /** Writes its effect in the transaction that completes it. */
    @JobType(name = "written")
    record Written(long item) {}

    /** The same, many in one transaction. */
    @JobType(name = "together")
    record Together(long item) {}

    /** Writes its effect before it completes. */
    @JobType(name = "loose")
    record Loose(long item) {}

    /** Fails at its first attempt. */
    @JobType(name = "flaky")
    record Flaky(long item) {}

    /** Is due later. */
    @JobType(name = "delayed")
    record Delayed(long item) {}

    /** Needs a permit. */
    @JobType(name = "limited")
    @RequiresPermit(PERMITS)
    record Limited(long item) {}

    /** Starts at a limited rate. */
    @JobType(name = "rated")
    @RateLimited(RATE)
    record Rated(long item) {}

    /** Is the only one of its key until it starts. */
    @JobType(name = "unique-key")
    record UniqueKey(long item) {}

    /** Has its effect once, however many jobs request it. */
    @JobType(name = "once")
    record DoOnce(long item) {}

    /** Continues after its checkpoint several times. */
    @JobType(name = "stepped")
    record Stepped(long item) {}

    /** Writes an effect for each chunk of a table. */
    @JobType(name = "walked")
    record Walked(long item) {}

    /** Writes an effect for each partition. */
    @JobType(name = "shared")
    record Shared(long item) {}

    /** Dies at its first run, and is revived. */
    @JobType(name = "refused")
    record Refused(long item) {}

    /** Is cancelled before it is due. */
    @JobType(name = "cancelled")
    record Cancelled(long item) {}

    /** Is one of a batch. */
    @JobType(name = "member")
    record Member(long item) {}

    /** Waits for a batch. */
    @JobType(name = "after")
    record After(long item) {}

    /** Is one of the first step of a flow. */
    @JobType(name = "check")
    record Check(long item) {}

    /** What a check returns. */
    record Checked(long item) {}

    /** Is the second step of a flow. */
    @JobType(name = "summary")
    record Summary(long item) {}

    /** Is in a sequence, at this place. */
    @JobType(name = "ordered")
    record Ordered(long item, int place) {}

    /** Is in a share of its queue. */
    @JobType(name = "of-share")
    record OfShare(long item) {}

    /** Has a key of the business. */
    @JobType(name = "with-key")
    record WithKey(long item) {}

    /** Is known to the newer release only. */
    @JobType(name = "newcomer")
    record Newcomer(long item) {}
}
