package io.baton.simulation;

import io.baton.job.JobSignal;
import io.baton.job.Ring;

/** Rings at all nodes but one. What is scheduled, their beats tell them. */
record OtherNodes(Node sender) implements JobSignal {

    @Override
    public void jobsAvailable(Ring ring) {
        sender.world().ringAllBut(sender, ring);
    }

    @Override
    public void jobsScheduled() {}
}
