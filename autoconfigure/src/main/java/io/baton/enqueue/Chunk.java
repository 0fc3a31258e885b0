package io.baton.enqueue;

import io.baton.job.Inserted;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The jobs of a bulk enqueue that go to the store together: as many as are worth a round trip, and never more than memory bears. */
final class Chunk {

    private static final int MOST_JOBS = 1000;
    private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

    private final SignalAfterCommit signal;
    private List<NewJob> jobs = new ArrayList<>();
    private long characters;
    private final Consumer<List<NewJob>> insert;
    private long stored;

    private Chunk(SignalAfterCommit signal, Consumer<List<NewJob>> insert) {
        this.signal = signal;
        this.insert = insert;
    }

    /** A chunk whose jobs nobody asks the ids of. */
    static Chunk plain(JobStore store, SignalAfterCommit signal) {
        return new Chunk(signal, store::insertAll);
    }

    /** A chunk that adds what became of its jobs to a list. */
    static Chunk answering(JobStore store, SignalAfterCommit signal, List<Inserted> inserted) {
        return new Chunk(signal, jobs -> inserted.addAll(store.insertAllWithIds(jobs)));
    }

    /** A chunk whose jobs are stored by this. */
    static Chunk storedBy(Consumer<List<NewJob>> insert, SignalAfterCommit signal) {
        return new Chunk(signal, insert);
    }

    void add(NewJob job) {
        jobs.add(job);
        characters += job.payload() == null ? 0 : job.payload().length();
        if (jobs.size() == MOST_JOBS || characters >= MOST_CHARACTERS) {
            flush();
        }
    }

    /** Stores the rest; returns how many jobs were stored in all. */
    long finish() {
        if (!jobs.isEmpty()) {
            flush();
        }
        return stored;
    }

    private void flush() {
        insert.accept(jobs);
        signal.announce(jobs);
        stored += jobs.size();
        jobs = new ArrayList<>();
        characters = 0;
    }
}
