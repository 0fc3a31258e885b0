package io.baton.faults.limit;

import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import java.util.Set;

/** The payloads. */
final class LimitWork {

    static final String GATE = "gate";
    static final String ACCOUNT = "account";
    static final String LEFT = "left";
    static final String RIGHT = "right";
    static final String RATE = "api";

    private LimitWork() {}

    /** What a run does at its first time; later it completes. */
    enum Then {
        COMPLETE,
        FAIL,
        SNOOZE,
        GO_ON
    }

    /**
     * What a run does.
     *
     * @param permits of which semaphores the job has a permit while it runs
     */
    record Step(Set<String> permits, int millis, Then then) {}

    /** Runs with a permit. */
    @JobType(name = "gated", queue = "gate")
    @RequiresPermit(GATE)
    record Gated(Step step) {}

    /** The same, and writes an effect in the transaction that completes it. */
    @JobType(name = "written", queue = "gate")
    @RequiresPermit(GATE)
    record Written(Step step) {}

    /** Each account has permits of its own. */
    @JobType(name = "keyed", queue = "keys")
    @RequiresPermit(value = ACCOUNT, key = "#payload.account")
    record Keyed(String account, Step step) {}

    /** Two permits in one order. */
    @JobType(name = "one-way", queue = "keys")
    @RequiresPermit(LEFT)
    @RequiresPermit(RIGHT)
    record OneWay(Step step) {}

    /** Two permits in the other order. */
    @JobType(name = "other-way", queue = "keys")
    @RequiresPermit(RIGHT)
    @RequiresPermit(LEFT)
    record OtherWay(Step step) {}

    /** Starts at a limited rate. */
    @JobType(name = "call", queue = "api")
    @RateLimited(RATE)
    record Call(int number) {}
}
