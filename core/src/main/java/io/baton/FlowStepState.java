package io.baton;

/** How far a step of a flow is. */
public enum FlowStepState {
    /** It waits for other steps. */
    WAITING,
    /** Its jobs run, or are about to. */
    RUNNING,
    /** What is left of it has died; it goes on when that is revived. */
    STUCK,
    /** All of its jobs have ended. */
    COMPLETE,
    /** Its flow was cancelled before all of its jobs had ended by themselves. */
    CANCELLED
}
