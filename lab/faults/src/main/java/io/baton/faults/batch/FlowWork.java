package io.baton.faults.batch;

import io.baton.JobType;

/** The payloads of flows. */
final class FlowWork {

    private FlowWork() {}

    /** What a check does at its first run; later it completes. */
    enum First {
        COMPLETE,
        FAIL,
        /** Waits when its effect is written until it is let go, in a process that holds. */
        HOLD
    }

    /** A check. */
    record Check(int item, First first) {}

    /** What a check found. */
    record Checked(int item) {}

    /** Writes its effect before it completes. */
    @JobType(name = "check-smtp", queue = "flows")
    record CheckSmtp(Check check) {}

    /** Writes its effect in the transaction that completes it. */
    @JobType(name = "check-written", queue = "flows")
    record CheckWritten(Check check) {}

    /** Comes after all checks. */
    @JobType(name = "analyze", queue = "flows")
    record Analyze() {}

    /** Comes after the analysis. */
    @JobType(name = "report", queue = "flows")
    record UpdateReport() {}

    /** Comes before many. */
    @JobType(name = "one", queue = "flows")
    record One() {}

    /** One of very many in a step. */
    @JobType(name = "many", queue = "flows")
    record Many(int item, int millis) {}

    /** Comes after many. */
    @JobType(name = "last", queue = "flows")
    record Last() {}
}
