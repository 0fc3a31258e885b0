package io.baton.faults.cluster;

/** There can be no cluster of a kind on this machine. */
public final class Unavailable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Unavailable(String reason) {
        super(reason);
    }
}
