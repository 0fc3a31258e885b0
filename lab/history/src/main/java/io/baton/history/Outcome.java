package io.baton.history;

/** How an operation ended for its client, and a run for its process. */
enum Outcome {
    OK,
    FAILED,
    LOST,
    UNKNOWN
}
