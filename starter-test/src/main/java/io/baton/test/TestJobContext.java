package io.baton.test;

import io.baton.BatchId;
import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobFailure;
import io.baton.JobId;
import io.baton.JobResults;
import io.baton.JobStep;
import io.baton.Partition;
import io.baton.StepDetails.State;
import io.baton.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link JobContext} for a handler that a test calls directly, without Spring and without a database: the first of ten attempts of job 1 unless
 * set otherwise. It records the handler's calls. Not thread-safe.
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
    private final Map<String, String> labels = new TreeMap<>();
    private @Nullable BatchId batch;
    private @Nullable Partition partition;
    private @Nullable Tick tick;
    private @Nullable JobFailure failure;
    private List<?> results = List.of();
    private List<?> rows = List.of();
    private int callsUntilCancelled = -1;
    private @Nullable Object checkpoint;
    private double progress;
    private @Nullable String progressNote;
    private @Nullable Duration snoozed;
    private @Nullable Duration pausedQueue;

    private final TestSteps steps = new TestSteps(this);

    private TestJobContext() {}

    /** Creates a context of the first attempt of a job. */
    public static TestJobContext create() {
        return new TestJobContext();
    }

    /** Thrown by {@link #snooze}, as in a real run. Let it leave the handler, or catch it in the test. */
    public static final class Snoozed extends RuntimeException {

        private final Duration delay;

        private Snoozed(Duration delay) {
            super("The job waits for " + delay, null, false, false);
            this.delay = delay;
        }

        /** Returns how long the job waits. */
        public Duration delay() {
            return delay;
        }
    }

    /** Sets the job's id. */
    public TestJobContext id(long value) {
        id = value;
        return this;
    }

    /** Sets the job's type. */
    public TestJobContext type(String name) {
        type = name;
        return this;
    }

    /** Sets the job's queue. */
    public TestJobContext queue(String name) {
        queue = name;
        return this;
    }

    /** Sets the number of the attempt, from 1. */
    public TestJobContext attempt(int number) {
        attempt = number;
        return this;
    }

    /** Sets the maximum number of attempts. */
    public TestJobContext maxAttempts(int number) {
        maxAttempts = number;
        return this;
    }

    /** Sets the time of the enqueue. */
    public TestJobContext enqueuedAt(Instant time) {
        enqueuedAt = time;
        return this;
    }

    /** Sets the time at which the job became due. */
    public TestJobContext dueAt(Instant time) {
        dueAt = time;
        return this;
    }

    /** Sets a label. */
    public TestJobContext label(String name, String value) {
        labels.put(name, value);
        return this;
    }

    /** Sets the batch of which the job is an item. */
    public TestJobContext batchId(long value) {
        batch = new BatchId(value);
        return this;
    }

    /** Sets the job's partition. */
    public TestJobContext partition(Partition share) {
        partition = share;
        return this;
    }

    /** Sets the death that the job follows, with this error: the only attempt of a job of this context's id and type. */
    public TestJobContext failure(String error) {
        failure = new Death(new JobId(id), type, 1, error, Instant.EPOCH);
        return this;
    }

    private record Death(JobId id, String type, int attempts, String error, Instant diedAt) implements JobFailure {}

    /** Sets the tick for which the job was enqueued. */
    public TestJobContext tick(Tick time) {
        tick = time;
        return this;
    }

    /** Sets the results of the steps before this one, in this order. */
    public TestJobContext results(Object... values) {
        results = List.of(values);
        return this;
    }

    /** Sets the rows that {@link #inChunks} passes to the action, whatever the query is. */
    public TestJobContext rows(List<?> all) {
        rows = List.copyOf(all);
        return this;
    }

    /** Sets the checkpoint of an earlier attempt. */
    public TestJobContext checkpoint(Object value) {
        checkpoint = value;
        return this;
    }

    /** Sets that an earlier run has done this step, with no result. */
    public TestJobContext done(String step) {
        return done(step, null);
    }

    /** Sets that an earlier run has done this step, and its result: a value of the step's type, or the decision of {@link #since}. */
    public TestJobContext done(String step, @Nullable Object result) {
        steps.set(step, State.DONE, result);
        return this;
    }

    /** Sets that an earlier run has begun this step, which is done at most once, and that its end is not known. */
    public TestJobContext begun(String step) {
        steps.set(step, State.BEGUN, null);
        return this;
    }

    /**
     * Sets what is recorded of a job of production, so that a test finds out whether the handler as it is now can continue it.
     *
     * @param json what the resource {@code steps} of the endpoint lists for the job, with its values
     */
    public TestJobContext recorded(String json) {
        steps.load(json);
        return this;
    }

    /** Returns the steps of {@link #recorded} that the handler has not called in this run. */
    public List<String> stepsNotCalled() {
        return steps.notCalled();
    }

    /** Returns the steps that the handler has called in this run and that are not among those of {@link #recorded}. */
    public List<String> stepsAdded() {
        return steps.added();
    }

    /** Sends a signal to the job, which the next {@link #await} of this name takes. */
    public TestJobContext signal(String name, Object value) {
        steps.signal(name, value);
        return this;
    }

    /** Sets that the time of a wait has passed: a sleep is over, and an await times out unless there is a signal. */
    public TestJobContext waitOver(String step) {
        steps.isOver(step);
        return this;
    }

    /** Begins the next run of the job: the test calls the handler again, which finds what its runs before have recorded. */
    public TestJobContext nextRun() {
        steps.nextRun();
        return this;
    }

    /** Cancels the run from the beginning. */
    public TestJobContext cancelled() {
        return cancelledAfter(0);
    }

    /** Cancels the run after this number of calls of {@link #isCancelled}. */
    public TestJobContext cancelledAfter(int calls) {
        callsUntilCancelled = calls;
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
    public Map<String, String> labels() {
        return Map.copyOf(labels);
    }

    @Override
    public Optional<JobFailure> failure() {
        return Optional.ofNullable(failure);
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
        if (callsUntilCancelled > 0) {
            callsUntilCancelled--;
            return false;
        }
        return callsUntilCancelled == 0;
    }

    @Override
    public void progress(double fraction, @Nullable String note) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("Progress is from 0 to 1, but the handler reported " + fraction);
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
    @SuppressWarnings("unchecked") // the test defines the rows of the query
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
    public JobStep<@Nullable Void> step(String name) {
        return steps.step(name, Void.class);
    }

    @Override
    public <T> JobStep<T> step(String name, Class<T> as) {
        return steps.step(name, as);
    }

    @Override
    public void sleep(String name, Duration time) {
        steps.sleep(name);
    }

    @Override
    public void sleepUntil(String name, Instant time) {
        steps.sleep(name);
    }

    @Override
    public <T> Optional<T> await(String name, Class<T> as, Duration timeout) {
        return steps.await(name, timeout).map(value -> TestSteps.read(name, value, as));
    }

    @Override
    public boolean await(String name, Duration timeout) {
        return steps.await(name, timeout).isPresent();
    }

    @Override
    public boolean since(String change) {
        return steps.since(change);
    }

    @Override
    public boolean isSuspended() {
        return steps.waitsFor() != null || steps.isCancelled();
    }

    @Override
    public void cancel() {
        throw steps.cancel();
    }

    /** Returns whether the handler has cancelled its job; {@link #undoSteps} undoes its steps then. */
    public boolean hasCancelled() {
        return steps.isCancelled();
    }

    @Override
    public void pauseQueue(Duration pause) {
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("A queue cannot be paused for " + pause);
        }
        pausedQueue = pause;
    }

    /** Returns the last saved checkpoint, or the one that the test set. */
    public @Nullable Object savedCheckpoint() {
        return checkpoint;
    }

    /** Returns the last reported progress. */
    public double lastProgress() {
        return progress;
    }

    /** Returns the note of the last reported progress. */
    public @Nullable String lastProgressNote() {
        return progressNote;
    }

    /** Returns the delay of the handler's snooze, if any. */
    public Optional<Duration> snoozed() {
        return Optional.ofNullable(snoozed);
    }

    /** Undoes what the runs so far did, the last first, as if the job had died. An undo that throws an exception ends that. */
    public void undoSteps() throws Exception {
        steps.undo();
    }

    /** Returns the steps that {@link #undoSteps} undid, in the order in which they began. */
    public List<String> stepsUndone() {
        return steps.in(State.UNDONE);
    }

    /** Returns the steps that are done, in the order in which they began, with those that the test set. */
    public List<String> stepsDone() {
        return steps.in(State.DONE);
    }

    /** Returns the sleep or the await for which the handler's run ended, if any. */
    public Optional<String> waitsFor() {
        return Optional.ofNullable(steps.waitsFor());
    }

    /** Returns the duration for which the handler paused its queue, if any. */
    public Optional<Duration> pausedQueue() {
        return Optional.ofNullable(pausedQueue);
    }
}
