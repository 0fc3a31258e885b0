package io.baton.enqueue;

import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Jobs of a bulk enqueue that are stored together: as many as are worth a round trip, within a bound of memory. */
final class Chunk {

    private static final int MOST_JOBS = 1000;
    private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

    private final ToLongFunction<List<NewJob>> insert;
    private List<NewJob> jobs = new ArrayList<>();
    private long characters;
    private long stored;

    /** Creates a chunk whose jobs this stores, which returns how many it stored. */
    Chunk(ToLongFunction<List<NewJob>> insert) {
        this.insert = insert;
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
