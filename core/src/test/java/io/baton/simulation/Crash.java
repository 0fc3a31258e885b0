package io.baton.simulation;

/** The process is no more: unwinds what it was doing. */
final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    Crash() {
        super("crashed", null, false, false);
    }
}
