package io.baton.handler;

import io.baton.BatchId;
import io.baton.Chunks;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobFailure;
import io.baton.JobId;
import io.baton.JobResults;
import io.baton.JobStep;
import io.baton.Partition;
import io.baton.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A job that is in no database. */
record StubContext(JobId id, int attempt, int maxAttempts) implements JobContext {

    static StubContext of(long id) {
        return new StubContext(new JobId(id), 1, 10);
    }

    static <P> Job<P> job(long id, P payload) {
        return new Job<>(payload, of(id));
    }

    @Override
    public String type() {
        return "stub";
    }

    @Override
    public String queue() {
        return "default";
    }

    @Override
    public Instant enqueuedAt() {
        return Instant.EPOCH;
    }

    @Override
    public Instant dueAt() {
        return Instant.EPOCH;
    }

    @Override
    public Optional<BatchId> batchId() {
        return Optional.empty();
    }

    @Override
    public Map<String, String> labels() {
        return Map.of();
    }

    @Override
    public Optional<JobFailure> failure() {
        return Optional.empty();
    }

    @Override
    public Optional<Tick> tick() {
        return Optional.empty();
    }

    @Override
    public JobResults results() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Partition> partition() {
        return Optional.empty();
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void progress(double fraction, @Nullable String note) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void saveCheckpoint(Object checkpoint) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Optional<T> lastCheckpoint(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> long inChunks(Chunks<T> chunks, Consumer<? super List<T>> action) {
        throw new UnsupportedOperationException();
    }

    @Override
    public JobStep<@Nullable Void> step(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> JobStep<T> step(String name, Class<T> as) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sleep(String name, Duration time) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sleepUntil(String name, Instant time) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Optional<T> await(String name, Class<T> as, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean await(String name, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean since(String change) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void cancel() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSuspended() {
        return false;
    }

    @Override
    public void pauseQueue(Duration pause) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void snooze(Duration delay) {
        throw new UnsupportedOperationException();
    }
}
