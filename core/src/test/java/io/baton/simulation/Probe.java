package io.baton.simulation;

/** What a simulation must have met to be worth anything. */
enum Probe {
    COMPLETED,
    DECLARED_DEAD,
    /** It froze, and went on afterwards. */
    DECLARED_DEAD_THOUGH_ALIVE,
    TAKEN_BACK,
    FENCED,
    BUSY,
    HANDED_BACK,
    RETRIED,
    DEAD,
    DEAD_BY_CRASHES,
    INTERRUPTED,
    SUSPECT_RUN,
    CANCELLED,
    CANCELLED_WHILE_RUNNING,
    REVIVED,
    UNKNOWN_OUTCOME,
    UNREACHABLE,
    CRASH_AT_A_CALL,
    FREEZE_AT_A_CALL,
    /** As many jobs run as there are permits. */
    LIMIT_REACHED,
    /** A job was stored without the permit that its handler asks for. */
    LACKING,
    /** As many jobs started as a rate lets. */
    RATE_REACHED,
    /** A job of a dead worker runs again under the permit that it had. */
    TAKEN_BACK_WITH_PERMITS,
    /** Two admit for one limit. */
    ADMISSION_WAITED,
    /** Somebody seals a batch, or cancels a flow, whose row another has locked. */
    BATCH_WAITED,
    /** A fold passed over a batch that another has locked. */
    BATCH_PASSED_OVER,
    BATCH_COMPLETE,
    /** Nothing of a batch within another goes on, which that one was told. */
    INNER_STUCK,
    FLOW_CANCELLED,
    /** Jobs start since others have ended. */
    RELEASED,
    /** A job of a batch that was dead runs again. */
    MEMBER_REVIVED
}
