package io.baton.worker;

import io.baton.job.Pulse;
import io.baton.job.PulseListener;
import io.baton.job.SeenWorker;
import java.util.Objects;

/**
 * Whether this worker is the first of those that live, by their ids. For a moment two may believe so, or none: good for what does no harm if it
 * is done twice or late.
 */
public final class Seniority implements PulseListener {

    private final WorkerIdentity identity;
    private final PulseListener next;
    private volatile boolean first;

    public Seniority(WorkerIdentity identity, PulseListener next) {
        this.identity = identity;
        this.next = next;
    }

    public boolean isFirst() {
        return first;
    }

    @Override
    public void received(Pulse pulse) {
        Long lowest =
                pulse.living().stream().map(SeenWorker::id).min(Long::compare).orElse(null);
        first = pulse.alive() && lowest != null && Objects.equals(lowest, identity.known());
        next.received(pulse);
    }

    @Override
    public void missed() {
        first = false;
        next.missed();
    }
}
