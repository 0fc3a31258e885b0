package io.baton.simulation;

/** Something happened that must never happen. */
final class SimulationFailure extends AssertionError {

    SimulationFailure(String message) {
        super(message);
    }

    SimulationFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
