package io.baton.test;

import io.baton.BatchId;
import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobId;
import io.baton.JobResults;
import io.baton.Partition;
import io.baton.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link JobContext} for a handler that a test calls by hand, without Spring and without a database: the first of ten attempts of job 1, unless it is
 * told otherwise. It keeps what the handler tells it. Not for several threads.
 *
 * <pre>{@code
 * TestJobContext context = TestJobContext.create().attempt(3).checkpoint(new Position(7));
 * jobs.rebuild(new RebuildIndex(10), context);
 * assertThat(context.savedCheckpoint()).isEqualTo(new Position(10));
 * }</pre>
 *
 * @since 0.1.0
 */
public final class TestJobContext implements JobContext {

    private long id = 1;
    private String type = "test";
    private String queue = "default";
    private int attempt = 1;
    private int maxAttempts = 10;
    private Instant enqueuedAt = Instant.EPOCH;
    private Instant dueAt = Instant.EPOCH;
    private @Nullable BatchId batch;
    private @Nullable Partition partition;
    private @Nullable Tick tick;
    private List<?> results = List.of();
    private List<?> rows = List.of();
    private int looksUntilCancelled = -1;
    private @Nullable Object checkpoint;
    private double progress;
    private @Nullable String progressNote;
    private @Nullable Duration snoozed;
    private @Nullable Duration pausedQueue;

    private TestJobContext() {}

    /** Creates a context of the first attempt of a job. */
    public static TestJobContext create() {
        return new TestJobContext();
    }

    /** Thrown by {@link #snooze}, as in a real run. Let it leave the handler, or catch it in the test. */
    public static final class Snoozed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final Duration delay;

        private Snoozed(Duration delay) {
            super("The job waits for " + delay, null, false, false);
            this.delay = delay;
        }

        /** Returns how long the job is to wait. */
        public Duration delay() {
            return delay;
        }
    }

    /** The job has this id. */
    public TestJobContext id(long value) {
        id = value;
        return this;
    }

    /** The job is of this type. */
    public TestJobContext type(String name) {
        type = name;
        return this;
    }

    /** The job came from this queue. */
    public TestJobContext queue(String name) {
        queue = name;
        return this;
    }

    /** It is this attempt, from 1. */
    public TestJobContext attempt(int number) {
        attempt = number;
        return this;
    }

    /** The job has so many attempts. */
    public TestJobContext maxAttempts(int number) {
        maxAttempts = number;
        return this;
    }

    /** The job was enqueued at this time. */
    public TestJobContext enqueuedAt(Instant time) {
        enqueuedAt = time;
        return this;
    }

    /** The job became due at this time. */
    public TestJobContext dueAt(Instant time) {
        dueAt = time;
        return this;
    }

    /** The job is an item of this batch. */
    public TestJobContext batchId(long value) {
        batch = new BatchId(value);
        return this;
    }

    /** The job has this share of the work. */
    public TestJobContext partition(Partition share) {
        partition = share;
        return this;
    }

    /** The job was enqueued for this tick. */
    public TestJobContext tick(Tick time) {
        tick = time;
        return this;
    }

    /** The steps before this one returned this, in this order. */
    public TestJobContext results(Object... values) {
        results = List.of(values);
        return this;
    }

    /** {@link #inChunks} hands over these rows, whatever the query is. */
    public TestJobContext rows(List<?> all) {
        rows = List.copyOf(all);
        return this;
    }

    /** An earlier attempt saved this. */
    public TestJobContext checkpoint(Object value) {
        checkpoint = value;
        return this;
    }

    /** The run should stop, from the beginning. */
    public TestJobContext cancelled() {
        return cancelledAfter(0);
    }

    /** The run should stop after the handler asked so often whether it should. */
    public TestJobContext cancelledAfter(int looks) {
        looksUntilCancelled = looks;
        return this;
    }

    @Override
    public JobId id() {
        return new JobId(id);
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public String queue() {
        return queue;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public int maxAttempts() {
        return maxAttempts;
    }

    @Override
    public Instant enqueuedAt() {
        return enqueuedAt;
    }

    @Override
    public Instant dueAt() {
        return dueAt;
    }

    @Override
    public Optional<BatchId> batchId() {
        return Optional.ofNullable(batch);
    }

    @Override
    public Optional<Partition> partition() {
        return Optional.ofNullable(partition);
    }

    @Override
    public Optional<Tick> tick() {
        return Optional.ofNullable(tick);
    }

    @Override
    public JobResults results() {
        List<?> all = results;
        return new JobResults() {

            @Override
            public <T> Stream<T> stream(Class<T> as) {
                return all.stream().map(as::cast);
            }

            @Override
            public <T> Stream<T> stream(String step, Class<T> as) {
                return stream(as);
            }
        };
    }

    @Override
    public boolean isCancelled() {
        if (looksUntilCancelled > 0) {
            looksUntilCancelled--;
            return false;
        }
        return looksUntilCancelled == 0;
    }

    @Override
    public void progress(double fraction, @Nullable String note) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("Progress goes from 0 to 1, but the handler said " + fraction);
        }
        progress = fraction;
        progressNote = note == null ? "" : note;
    }

    @Override
    public void saveCheckpoint(@Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("A checkpoint is not null");
        }
        checkpoint = value;
    }

    @Override
    public <T> Optional<T> lastCheckpoint(Class<T> as) {
        return Optional.ofNullable(checkpoint).map(as::cast);
    }

    @Override
    @SuppressWarnings("unchecked") // the test says what the query finds
    public <T> long inChunks(Chunks<T> chunks, Consumer<? super List<T>> action) {
        List<T> all = new ArrayList<>((List<T>) rows);
        for (int from = 0; from < all.size(); from += chunks.size()) {
            if (isCancelled()) {
                throw new CancellationException("The job stops between two chunks");
            }
            action.accept(all.subList(from, Math.min(all.size(), from + chunks.size())));
        }
        return all.size();
    }

    @Override
    public void snooze(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("A job cannot snooze for " + delay);
        }
        snoozed = delay;
        throw new Snoozed(delay);
    }

    @Override
    public void pauseQueue(Duration pause) {
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("A queue cannot be paused for " + pause);
        }
        pausedQueue = pause;
    }

    /** Returns the checkpoint that was saved last, or the one that the test gave. */
    public @Nullable Object savedCheckpoint() {
        return checkpoint;
    }

    /** Returns how far the handler said it is. */
    public double lastProgress() {
        return progress;
    }

    /** Returns what the handler said about that. */
    public @Nullable String lastProgressNote() {
        return progressNote;
    }

    /** Returns for how long the handler wants the job to wait, if it does. */
    public Optional<Duration> snoozed() {
        return Optional.ofNullable(snoozed);
    }

    /** Returns for how long the handler paused its queue, if it did. */
    public Optional<Duration> pausedQueue() {
        return Optional.ofNullable(pausedQueue);
    }
}
