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
    FREEZE_AT_A_CALL
}
