package io.baton.operator;

/** Whether what may hold secrets is shown. */
public enum Shown {
    ALL,
    MASKED
}
