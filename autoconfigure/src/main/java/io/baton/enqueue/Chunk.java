package io.baton.enqueue;

import io.baton.job.JobStore;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;

/** The jobs of a bulk enqueue that go to the store together: as many as are worth a round trip, and never more than memory bears. */
final class Chunk {

    private static final int MOST_JOBS = 1000;
    private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

    private final JobStore store;
    private final SignalAfterCommit signal;
    private List<NewJob> jobs = new ArrayList<>();
    private long characters;
    private long stored;

    Chunk(JobStore store, SignalAfterCommit signal) {
        this.store = store;
        this.signal = signal;
    }

    void add(NewJob job) {
        jobs.add(job);
        characters += job.payload() == null ? 0 : job.payload().length();
        if (jobs.size() == MOST_JOBS || characters >= MOST_CHARACTERS) {
            flush();
        }
    }

    /** Stores the rest; answers how many jobs were stored in all. */
    long finish() {
        if (!jobs.isEmpty()) {
            flush();
        }
        return stored;
    }

    private void flush() {
        store.insertAll(jobs);
        signal.announce(jobs);
        stored += jobs.size();
        jobs = new ArrayList<>();
        characters = 0;
    }
}
