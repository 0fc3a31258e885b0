package io.baton.worker.call;

import io.baton.BatchId;
import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobFailure;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobResults;
import io.baton.JobStep;
import io.baton.Partition;
import io.baton.Tick;
import io.baton.chunk.ChunkCheckpoint;
import io.baton.handler.Handler;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.Fence.Fenced;
import io.baton.job.JobSettlements.FoundFailure;
import io.baton.job.Memberships.Membership;
import io.baton.job.Memberships.StepResults;
import io.baton.job.Memberships.StepResults.StepResult;
import io.baton.job.Outcome;
import io.baton.job.TickLabels;
import io.baton.job.Ties;
import io.baton.loop.DurationText;
import io.baton.type.PackingCodec;
import io.baton.worker.call.HandlerEnvironment.JobContexts;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gives a handler access to its job. */
public final class RunningJobContext implements JobContext, Fenced {

    private static final Duration LONGEST_PAUSE = Duration.ofDays(365 * 100);

    private final JobContexts node;
    private final Handler handler;
    private final ClaimedJob job;
    private final ActiveRun run;
    /** Null until the handler uses steps. */
    private volatile @Nullable HandlerSteps steps;

    private volatile @Nullable ChunkedJob chunked;
    private volatile boolean progressReported;
    /** The last checkpoint that this run has saved. */
    private volatile @Nullable String saved;
    /** The death that the job follows, once it was read. */
    private volatile @Nullable JobFailure failure;
    /** How long the job snoozes, whatever the outcome of its call; null if it does not. */
    volatile @Nullable Duration snoozed;

    public RunningJobContext(JobContexts node, Handler handler, ClaimedJob job, ActiveRun run) {
        this.node = node;
        this.handler = handler;
        this.job = job;
        this.run = run;
    }

    /** Returns this context as that of a first attempt. */
    RunningJobContext anew() {
        return new RunningJobContext(node, handler, job.anew(), run);
    }

    /** Returns whether progress in this run lets the attempts begin anew. A checkpoint that the run before left too, as by starting over, is none. */
    boolean beginsAnew() {
        HandlerSteps recording = steps;
        ChunkedJob walk = chunked;
        String last = saved;
        return handler.settings().resets()
                && ((last != null && !PackingCodec.areSame(node.handling().codec(), last, job.checkpoint()))
                        || (recording != null && recording.recorded)
                        || (walk != null && walk.advanced));
    }

    @Override
    public Fence fence() {
        return job.fence();
    }

    @Override
    public JobId id() {
        return new JobId(job.id());
    }

    @Override
    public String type() {
        return job.type();
    }

    @Override
    public String queue() {
        return job.queue();
    }

    @Override
    public int attempt() {
        return job.attempt();
    }

    @Override
    public int maxAttempts() {
        if (job.maxAttempts() != null) {
            return job.maxAttempts();
        }
        int ofHandler = handler.settings().maxAttempts();
        return ofHandler > 0 ? ofHandler : node.maxAttempts();
    }

    @Override
    public Instant enqueuedAt() {
        return job.enqueuedAt();
    }

    @Override
    public Instant dueAt() {
        return job.dueAt();
    }

    @Override
    public Optional<BatchId> batchId() {
        return membership().map(membership -> new BatchId(membership.batch()));
    }

    @Override
    public Optional<Partition> partition() {
        Integer index = job.ties().batchIndex();
        return index == null
                ? Optional.empty()
                : membership().filter(Membership::shared).map(batch -> new Partition(index, batch.size()));
    }

    @Override
    public Map<String, String> labels() {
        Map<String, String> read = job.labels();
        return read != null
                ? read
                : node.read(job.fence(), () -> node.engine().settlements().labels(job.id()));
    }

    @Override
    public Optional<Tick> tick() {
        return TickLabels.read(labels());
    }

    @Override
    public Optional<JobFailure> failure() {
        JobFailure known = failure;
        if (known == null && handler.settings().follows() != null) {
            String died = labels().get(FoundFailure.LABEL);
            if (died == null) {
                throw new JobRejectedException(
                        job.title() + " does not follow the death of a job: enqueue a job of the type \""
                                + handler.settings().follows() + "\"");
            }
            known = node.read(
                            job.fence(),
                            () -> node.engine().settlements().death(Long.parseLong(died), job.enqueuedAt()))
                    .orElse(null);
            if (known == null && (job.ties().has(Ties.STEPS) || job.checkpoint() != null)) {
                // what has begun goes on, although the death is over
                known = new FoundFailure(
                        new JobId(Long.parseLong(died)), handler.settings().follows(), 0, "", job.enqueuedAt());
            }
            failure = known;
        }
        return Optional.ofNullable(known);
    }

    @Override
    public JobResults results() {
        return new EarlierResults();
    }

    private Optional<Membership> membership() {
        return Optional.ofNullable(job.ties().batchGroup())
                .flatMap(group -> Optional.ofNullable(node.read(
                                job.fence(),
                                () -> node.handling().memberships().byGroup().apply(List.of(group)))
                        .get(group)));
    }

    @Override
    public boolean isCancelled() {
        return run.stopping();
    }

    @Override
    public void progress(double fraction, @Nullable String note) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("Progress goes from 0 to 1, but job " + job.id() + " said " + fraction);
        }
        progressReported = true;
        // the note may be the message of an exception, which may have none
        node.progress().progress(job.fence(), fraction, note == null ? "" : note);
    }

    @Override
    public void saveCheckpoint(@Nullable Object checkpoint) {
        if (checkpoint == null) {
            throw new IllegalArgumentException(
                    job.title() + " cannot save null as its checkpoint; save a value that means that there is none");
        }
        if (isChunked()) {
            throw new BatonException(job.title()
                    + " cannot save a checkpoint: inChunks keeps its own there, which says which rows were done. Do one of both in a"
                    + " job of its own");
        }
        String text = node.handling().codec().write(checkpoint, checkpoint.getClass());
        boolean held = node.progress().checkpoint(job.fence(), text);
        saved = text;
        if (!held) {
            run.stop(StopReason.LOST);
            throw new BatonException(job.title() + " lost its claim: it was reclaimed, and another worker runs it");
        }
    }

    @Override
    public <T> Optional<T> lastCheckpoint(Class<T> type) {
        if (isChunked()) {
            throw new InvalidPayloadException(job.title()
                    + " has no checkpoint of its handler's: it is that of inChunks, which goes on by itself");
        }
        String last = saved == null ? job.checkpoint() : saved;
        return Optional.ofNullable(last).map(text -> node.handling().codec().read(text, type));
    }

    /** Returns whether the checkpoint belongs to chunks of this run or an earlier one. */
    private boolean isChunked() {
        ChunkedJob begun = chunked;
        return (begun != null && begun.hasBegun()) || ChunkCheckpoint.is(job.checkpoint());
    }

    @Override
    public <T> long inChunks(Chunks<T> chunks, Consumer<? super List<T>> action) {
        ChunkedJob known = chunked;
        ChunkedJob walk = known != null ? known : new ChunkedJob(node, handler.settings(), job, run);
        walk.requireUsable(saved != null);
        chunked = walk;
        return walk.walk(chunks, action, rows -> {
            if (!progressReported) {
                node.progress()
                        .progress(
                                job.fence(), 0, rows + " rows" + (chunks.name().isEmpty() ? "" : ", " + chunks.name()));
            }
        });
    }

    @Override
    public void snooze(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("A job cannot snooze for " + DurationText.of(delay));
        }
        snoozed = delay;
        throw new HandlerEnvironment.SnoozeSignal(delay);
    }

    @Override
    public JobStep<@Nullable Void> step(String name) {
        return steps().step(name, Void.class);
    }

    @Override
    public <T> JobStep<T> step(String name, Class<T> type) {
        return steps().step(name, type);
    }

    @Override
    public void sleep(String name, Duration time) {
        steps().sleep(name, Due.after(time));
    }

    @Override
    public void sleepUntil(String name, Instant time) {
        steps().sleep(name, Due.at(time));
    }

    @Override
    public <T> Optional<T> await(String name, Class<T> type, Duration timeout) {
        return steps().await(name, type, timeout);
    }

    @Override
    public boolean await(String name, Duration timeout) {
        return steps().awaitAny(name, timeout);
    }

    @Override
    public boolean since(String change) {
        return steps().since(change);
    }

    @Override
    public void cancel() {
        steps().cancel();
    }

    @Override
    public boolean isSuspended() {
        HandlerSteps known = steps;
        return known != null && known.isSuspended();
    }

    private synchronized HandlerSteps steps() {
        HandlerSteps known = steps;
        if (known == null) {
            known = new HandlerSteps(node, handler, job, run);
            steps = known;
        }
        return known;
    }

    boolean undoes() {
        HandlerSteps known = steps;
        return known == null ? job.ties().undoes() : known.undoes();
    }

    /** Undoes the steps of the job after its handler has ended in this way. */
    void undo(@Nullable Throwable failure) throws Throwable {
        snoozed = null;
        steps().undo(failure);
    }

    /** Returns the outcome of a job that its handler lets wait, or whose steps are undone, whatever the call threw; null for others. */
    @Nullable
    Outcome postponed(@Nullable Throwable failure) {
        HandlerSteps known = steps;
        Outcome waits = known == null ? null : known.outcome(failure);
        Duration delay = snoozed;
        return waits != null || delay == null ? waits : new Outcome.Snoozed(delay);
    }

    @Override
    public void pauseQueue(Duration pause) {
        if (pause.isNegative() || pause.isZero() || pause.compareTo(LONGEST_PAUSE) > 0) {
            throw new IllegalArgumentException("A queue cannot be paused for " + DurationText.of(pause));
        }
        JobContexts.during(() -> {
            node.pauses().pause(job.queue(), pause);
            return true;
        });
    }

    /** Reads the results of the steps before the step of the job. */
    private final class EarlierResults implements JobResults {

        @Override
        public <T> Stream<T> stream(Class<T> type) {
            Long group = job.ties().batchGroup();
            return group == null ? Stream.empty() : stream(groupsBefore(group, null), type);
        }

        @Override
        public <T> Stream<T> stream(String step, Class<T> type) {
            Long group = job.ties().batchGroup();
            List<String> steps = group == null ? List.of() : read(results -> results.stepsBefore(group));
            if (group == null || !steps.contains(step)) {
                throw new BatonException(job.title() + " has no results of a step \"" + step + "\": it waited for "
                        + (steps.isEmpty() ? "no step" : steps));
            }
            return stream(groupsBefore(group, step), type);
        }

        private List<Long> groupsBefore(long group, @Nullable String step) {
            return read(results -> results.groupsBefore(group, step));
        }

        private <T> T read(Function<StepResults, T> query) {
            return node.read(
                    job.fence(), () -> query.apply(node.handling().memberships().results()));
        }

        private <T> Stream<T> stream(List<Long> groups, Class<T> type) {
            Portions portions = new Portions(groups);
            return Stream.iterate(portions.next(), portion -> !portion.isEmpty(), before -> portions.next())
                    .flatMap(List::stream)
                    .map(each -> node.handling().codec().read(each.result(), type));
        }

        /** Reads the results of groups; it holds no portion, and goes on where it was after a read that failed. */
        private final class Portions {

            private final Deque<Long> left;
            private int item = -1;

            private Portions(List<Long> groups) {
                this.left = new ArrayDeque<>(groups);
            }

            /** Returns the next portion; an empty one after the last. */
            private List<StepResult> next() {
                while (!left.isEmpty()) {
                    List<StepResult> portion = read(results -> results.portion(left.element(), item));
                    if (!portion.isEmpty()) {
                        item = portion.get(portion.size() - 1).item();
                        return portion;
                    }
                    left.remove();
                    item = -1;
                }
                return List.of();
            }
        }
    }
}
