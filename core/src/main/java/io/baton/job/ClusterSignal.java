package io.baton.job;

/** Publishes hints to other nodes, about jobs and about what jobs share. */
public interface ClusterSignal extends JobSignal {

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
