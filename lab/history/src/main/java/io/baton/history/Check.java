package io.baton.history;

/** Judges the cases of one promise that a history has. */
interface Check {

    void check();
}
