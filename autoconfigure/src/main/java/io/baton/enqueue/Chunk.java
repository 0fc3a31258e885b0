package io.baton.enqueue;

import io.baton.job.JobStore;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

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
        // the jobs of a chunk have the same options, so one of each queue speaks for the others
        jobs.stream()
                .collect(Collectors.toMap(NewJob::queue, Function.identity(), (first, second) -> first))
                .values()
                .forEach(signal::announce);
        stored += jobs.size();
        jobs = new ArrayList<>();
        characters = 0;
    }
}
