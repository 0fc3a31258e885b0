package io.baton.job;

/**
 * Notifies sleeping workers after commits that there may be work. Each call is a hint: if it is lost, work waits longer, but no job is lost. It has
 * no default methods, so that a forwarding implementation cannot miss one.
 */
public interface JobSignal {

    /** Notifies workers of ready jobs. */
    void jobsAvailable(ReadyJobs ready);

    /** Notifies workers of a scheduled job that may be due before all others. */
    void jobsScheduled();

    /** Notifies workers that queues were paused or resumed. */
    void pausesChanged();

    /** Publishes hints to other nodes, about jobs and about the state that jobs share. */
    interface ClusterSignal extends JobSignal {

        ClusterSignal NONE = new ClusterSignal() {

            @Override
            public void jobsAvailable(ReadyJobs ready) {}

            @Override
            public void jobsScheduled() {}

            @Override
            public void pausesChanged() {}

            @Override
            public void changed(Pulse.Part kind, String name) {}
        };

        /** Publishes that state of this name has changes that no node has processed. */
        void changed(Pulse.Part kind, String name);
    }
}
