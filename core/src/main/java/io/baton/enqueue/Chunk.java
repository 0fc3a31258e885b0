package io.baton.enqueue;

import io.baton.Enqueued;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The jobs of a bulk enqueue that go to the store together: as many as are worth a round trip, and never more than memory bears. */
final class Chunk {

    private static final int MOST_JOBS = 1000;
    private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

    private final ToLongFunction<List<NewJob>> insert;
    private List<NewJob> jobs = new ArrayList<>();
    private long characters;
    private long stored;

    private Chunk(ToLongFunction<List<NewJob>> insert) {
        this.insert = insert;
    }

    /** A chunk whose jobs are stored by this, which returns how many were. */
    static Chunk plain(ToLongFunction<List<NewJob>> insert) {
        return new Chunk(insert);
    }

    /** A chunk that adds what became of its jobs to a list. */
    static Chunk answering(Function<List<NewJob>, List<Enqueued>> insert, List<Enqueued> outcomes) {
        return new Chunk(jobs -> {
            List<Enqueued> enqueued = insert.apply(jobs);
            outcomes.addAll(enqueued);
            return enqueued.size();
        });
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
        stored += insert.applyAsLong(jobs);
        jobs = new ArrayList<>();
        characters = 0;
    }
}
