package io.baton.simulation;

/** The process is no more: unwinds what it was doing. */
final class Crash extends Error {

    Crash() {
        super("crashed", null, false, false);
    }
}
