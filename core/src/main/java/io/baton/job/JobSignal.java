package io.baton.job;

/**
 * Notifies sleeping workers after commits that there may be something to do. Hints: a lost one costs time, never a job. It has no default methods,
 * so that a forwarding implementation cannot miss one.
 */
public interface JobSignal {

    /** Notifies of ready jobs. */
    void jobsAvailable(ReadyJobs ready);

    /** Notifies of a scheduled job that may be due before all others. */
    void jobsScheduled();

    /** Notifies that queues were paused or resumed. */
    void pausesChanged();

    /** Publishes hints to other nodes, about jobs and about what jobs share. */
    interface ClusterSignal extends JobSignal {

        /** Reaches no node. */
        ClusterSignal NONE = new ClusterSignal() {

            @Override
            public void jobsAvailable(ReadyJobs ready) {}

            @Override
            public void jobsScheduled() {}

            @Override
            public void pausesChanged() {}

            @Override
            public void limitChanged(String name) {}

            @Override
            public void batchChanged(long name) {}
        };

        /** Publishes that a limit may have room or waiting jobs that no node has processed. */
        void limitChanged(String name);

        /** Publishes that a batch or one of its groups has changes that no node has processed. */
        void batchChanged(long name);
    }
}
