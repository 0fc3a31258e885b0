package io.baton.simulation;

import io.baton.job.JobSignal;
import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.ReadyJobs;

/** Wakes all nodes but one. What is scheduled, their beats tell them. */
record OtherNodes(SimulatedNode sender) implements ClusterSignal {

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        sender.world().wakeAllBut(sender, ready);
    }

    @Override
    public void jobsScheduled() {}

    @Override
    public void pausesChanged() {}

    @Override
    public void limitChanged(String name) {
        sender.world().limits().tellAllBut(sender, name);
    }

    @Override
    public void batchChanged(long name) {
        sender.world().batches().tellAllBut(sender, name);
    }

    /** Wakes all nodes from a process that is none. */
    record FromElsewhere(World world) implements JobSignal {

        @Override
        public void jobsAvailable(ReadyJobs ready) {
            world.wakeAllBut(null, ready);
        }

        @Override
        public void jobsScheduled() {}

        @Override
        public void pausesChanged() {}
    }
}
