package io.baton.faults.cluster;

/** There can be no cluster of a kind on this machine. */
public final class Unavailable extends RuntimeException {

    Unavailable(String reason) {
        super(reason);
    }
}
