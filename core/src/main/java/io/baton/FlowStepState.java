package io.baton;

/** The state of a step of a flow. */
public enum FlowStepState {
    /** It waits for other steps. */
    WAITING,
    /** Its jobs run, or will run soon. */
    RUNNING,
    /** All of its jobs that have not ended have died. The step continues when an operator revives them. */
    STUCK,
    /** All of its jobs have ended. */
    COMPLETE,
    /** Its flow was cancelled before all of its jobs had ended by themselves. */
    CANCELLED
}
