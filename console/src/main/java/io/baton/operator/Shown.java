package io.baton.operator;

/** Whether possible secrets are shown: payloads, results and messages of exceptions. */
public enum Shown {
    ALL,
    MASKED
}
