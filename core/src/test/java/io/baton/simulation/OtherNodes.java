package io.baton.simulation;

import io.baton.job.JobSignal;
import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.Pulse.Part;
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
    public void changed(Part kind, String name) {
        if (kind == Part.LIMITS) {
            sender.world().limits().tellAllBut(sender, name);
        } else {
            sender.world().batches().tellAllBut(sender, Long.parseLong(name));
        }
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
