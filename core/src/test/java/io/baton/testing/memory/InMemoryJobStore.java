package io.baton.testing.memory;

import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFailure;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJob.JobBody;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.JobClaims.ClaimHints;
import io.baton.job.JobClaims.Claimed;
import io.baton.job.JobReleases.Released;
import io.baton.job.JobSettlements.FoundFailure;
import io.baton.job.JobSettlements.Progress;
import io.baton.job.JobStore;
import io.baton.job.JobSweeps.Promotion;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The store in memory. Not final, so that a mutant of it can show that somebody would notice. */
public class InMemoryJobStore implements JobStore {

    private static final int NOTE = 200;
    private static final Comparator<JobRow> CLAIM_ORDER = Comparator.comparingInt(JobRow::rank)
            .thenComparing(row -> row.dueAt)
            .thenComparingLong(JobRow::id);

    private static final Set<JobState> MOVABLE = EnumSet.of(JobState.SCHEDULED, JobState.READY, JobState.BLOCKED);

    private final MemoryDatabase database;
    private final MemorySettling settling;
    private final MemoryTransitions transitions;
    private final MemoryJobQueries queries;
    private final MemoryUnlocking unlocking;
    private final MemorySteps steps;

    /** A store in this database. */
    public InMemoryJobStore(MemoryDatabase database, Retention retention) {
        this(database, retention, null, null);
    }

    /** A store of jobs of which some need these permits, and some are items of batches. */
    @SuppressWarnings("this-escape") // the fence is asked for only once the store is made
    public InMemoryJobStore(
            MemoryDatabase database,
            Retention retention,
            @Nullable MemoryPermits permits,
            @Nullable MemoryMembers members) {
        this.database = database;
        this.transitions = MemoryTransitions.of(database, retention, permits, members);
        this.steps = new MemorySteps(database, transitions);
        this.settling = new MemorySettling(database, transitions, steps, this::isOurs);
        this.queries = new MemoryJobQueries(database);
        this.unlocking = new MemoryUnlocking(database, transitions);
    }

    /** The fence: whether a write under this claim counts. */
    protected boolean isOurs(JobRow row, Fence fence) {
        return row.isHeldUnder(fence);
    }

    /** Whether a claim may have the job. */
    protected boolean isThere(JobRow row) {
        return row.state == JobState.READY;
    }

    @Override
    public long insert(NewJob job) {
        return database.joined(() -> {
            long id = database.jobs.nextId();
            JobRow row = new JobRow(id, job, database.now());
            MemoryDue.put(row, job.due(), database.now());
            row.state = row.state == JobState.READY && (job.isLimited() || job.awaits()) ? JobState.BLOCKED : row.state;
            if (job.isLimited()) {
                transitions.limited().check(job);
            }
            database.jobs.insert(id, row);
            if (job.isLimited()) {
                transitions.limited().stored(row);
            }
            return id;
        });
    }

    @Override
    public void insertAll(List<NewJob> jobs) {
        jobs.forEach(this::insert);
    }

    @Override
    public Map<Long, Set<String>> permits(Collection<Long> jobs) {
        return database.joined(() -> transitions.limited().held(jobs));
    }

    @Override
    public List<Long> insertAllWithIds(List<NewJob> jobs) {
        return jobs.stream().map(this::insert).toList();
    }

    /** Keys are not kept in memory, so nothing asks. */
    @Override
    public boolean replace(long id, NewJob by, boolean evenClaimed) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean sees(Fence claim) {
        return bodies(Set.of(claim)).containsKey(claim)
                || find(claim.id()).filter(job -> job.endedAt() != null).isPresent();
    }

    @Override
    public Map<String, String> labels(long id) {
        return find(id).map(JobDetails::labels).orElse(Map.of());
    }

    @Override
    public Optional<JobFailure> death(long id, Instant diedAt) {
        return database.joined(() -> Optional.ofNullable(database.jobs.get(id))
                .filter(row -> row.state == JobState.DEAD && diedAt.equals(row.diedAt))
                .map(row -> new FoundFailure(
                        new JobId(id),
                        row.job.type(),
                        row.attempt,
                        Objects.requireNonNullElse(row.error, ""),
                        diedAt)));
    }

    @Override
    public ClaimHints hints() {
        return new ClaimHints() {};
    }

    /** Keys are not kept in memory, so a start is told to nobody. */
    @Override
    public Map<Fence, Settled> start(Collection<Fence> starting) {
        return starting.stream().collect(Collectors.toMap(fence -> fence, fence -> Settled.DONE));
    }

    @Override
    public Unlocked unlock(long deadWorkerId, int limit) {
        return database.joined(() -> unlocking.unlock(deadWorkerId, limit));
    }

    @Override
    public Unlocked unlockStrays(int limit) {
        return database.joined(() -> unlocking.unlockStrays(limit));
    }

    /** Returns 0, since attempts are not kept in memory. */
    @Override
    public int forgetAttempts(int limit) {
        return 0;
    }

    /** Returns 0, since a key goes with its job. */
    @Override
    public int forgetKeys(int limit) {
        return 0;
    }

    @Override
    public boolean knows(Ties ties) {
        return transitions.knows(ties);
    }

    @Override
    public void pause(String queue, @Nullable Due until) {
        Instant now = database.now();
        database.pauses()
                .put(
                        queue,
                        until == null
                                ? now.plus(Duration.ofDays(36_500))
                                : until instanceof Due.At at
                                        ? at.time()
                                        : until instanceof Due.After after ? now.plus(after.delay()) : now);
    }

    @Override
    public void pauseAtLeast(String queue, Duration pause) {
        database.pauses().merge(queue, database.now().plus(pause), (one, other) -> one.isAfter(other) ? one : other);
    }

    @Override
    public boolean resume(String queue) {
        Instant end = database.pauses().remove(queue);
        return end != null && end.isAfter(database.now());
    }

    @Override
    public Map<String, Duration> paused() {
        Map<String, Duration> left = new HashMap<>();
        database.pauses().forEach((queue, end) -> {
            if (end.isAfter(database.now())) {
                left.put(queue, Duration.between(database.now(), end));
            }
        });
        return left;
    }

    @Override
    public Claimed claim(Claim claim) {
        List<ClaimedJob> jobs = database.joined(() -> database.jobs.all().stream()
                .filter(row -> isThere(row) && row.queue().equals(claim.queue()))
                .filter(row -> claim.types() == null || claim.types().contains(row.job.type()))
                .filter(row -> database.jobs.isFree(row.id))
                .sorted(CLAIM_ORDER)
                .limit(claim.limit())
                .map(row -> claimed(take(row, claim), claim.labels()))
                .toList());
        return new Claimed(jobs, jobs.size() == claim.limit() ? Duration.ZERO : null);
    }

    private JobRow take(JobRow row, Claim claim) {
        return change(row, taken -> {
            taken.state = JobState.CLAIMED;
            taken.lockId = claim.lockId();
            taken.workerId = claim.workerId();
            taken.attempt++;
            taken.claimedAt = database.now();
        });
    }

    private JobRow change(JobRow row, Consumer<JobRow> change) {
        JobRow changed = row.with(change);
        database.jobs.put(row.id, changed);
        return changed;
    }

    private static ClaimedJob claimed(JobRow row, boolean labels) {
        long bytes = bytes(row.job.payload()) + bytes(row.checkpoint);
        boolean small = bytes <= ClaimedJob.LARGEST_READ_AT_ONCE;
        return new ClaimedJob(
                new Fence(row.id, Objects.requireNonNull(row.lockId)),
                row.job.type(),
                row.job.queue(),
                null,
                row.job.priority(),
                row.attempt,
                row.crashes,
                row.job.maxAttempts(),
                row.createdAt,
                row.dueAt,
                small ? row.job.payload() : null,
                small ? row.checkpoint : null,
                small ? 0 : bytes,
                row.ties,
                null,
                labels ? row.job.labels() : null,
                Duration.ZERO);
    }

    private static long bytes(@Nullable String text) {
        return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public Map<Fence, JobBody> bodies(Collection<Fence> fences) {
        return database.joined(() -> {
            Map<Fence, JobBody> bodies = new HashMap<>();
            for (Fence fence : fences) {
                JobRow row = database.jobs.get(fence.id());
                if (row != null && row.isHeldUnder(fence)) {
                    bodies.put(fence, new JobBody(row.job.payload(), row.checkpoint));
                }
            }
            return bodies;
        });
    }

    @Override
    public List<ClaimedJob> claimedUnder(Claim claim) {
        return database.joined(() -> database.jobs.all().stream()
                .filter(row -> row.isHeldBy(claim.workerId()) && claim.lockId().equals(row.lockId))
                .sorted(CLAIM_ORDER)
                .map(row -> claimed(row, claim.labels()))
                .toList());
    }

    @Override
    public Map<Fence, Settled> settle(List<Settlement> settlements) {
        return database.joined(() -> settling.settle(settlements));
    }

    @Override
    public Map<Fence, Settled> countCrash(Collection<Fence> starting) {
        return database.joined(() -> {
            Map<Fence, Settled> charged = new HashMap<>();
            starting.forEach(fence -> charged.put(fence, write(fence, row -> row.crashes++)));
            return charged;
        });
    }

    @Override
    public Map<Fence, Settled> lock(Collection<Fence> claims) {
        return database.joined(() -> {
            Map<Fence, Settled> locked = new HashMap<>();
            claims.forEach(fence -> locked.put(fence, status(fence)));
            return locked;
        });
    }

    private Settled status(Fence fence) {
        JobRow row = database.jobs.get(fence.id());
        if (row == null || !row.isHeldUnder(fence)) {
            return Settled.FENCED;
        }
        return database.jobs.isFree(row.id) ? Settled.DONE : Settled.BUSY;
    }

    @Override
    public Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress) {
        return database.joined(() -> {
            Map<Fence, Settled> saved = new HashMap<>();
            progress.forEach((fence, each) -> saved.put(fence, write(fence, row -> {
                row.progress = each.fraction();
                row.note = MemoryText.kept(each.note(), NOTE);
            })));
            return saved;
        });
    }

    @Override
    public Settled saveCheckpoint(Fence fence, String checkpoint) {
        return database.joined(() -> write(fence, row -> row.checkpoint = checkpoint));
    }

    private Settled write(Fence fence, Consumer<JobRow> change) {
        Settled status = status(fence);
        if (status == Settled.DONE) {
            change(Objects.requireNonNull(database.jobs.get(fence.id())), change);
        }
        return status;
    }

    @Override
    public Set<Fence> cancelRequested(long workerId, Set<Fence> running) {
        return database.joined(() -> {
            Set<Fence> asked = new HashSet<>(running);
            asked.removeIf(fence -> {
                JobRow row = database.jobs.get(fence.id());
                return row == null || !row.isHeldUnder(fence) || !row.cancelRequested;
            });
            return asked;
        });
    }

    @Override
    public Set<Fence> heldBy(long workerId) {
        return database.joined(() -> {
            Set<Fence> held = new HashSet<>();
            database.jobs.all().stream()
                    .filter(row -> row.isHeldBy(workerId))
                    .forEach(row -> held.add(new Fence(row.id, Objects.requireNonNull(row.lockId))));
            return held;
        });
    }

    @Override
    public Promotion promoteDue(int limit) {
        return database.joined(() -> {
            List<JobRow> due = database.jobs.all().stream()
                    .filter(row -> row.state == JobState.SCHEDULED && !row.dueAt.isAfter(database.now()))
                    .filter(row -> database.jobs.isFree(row.id))
                    .sorted(Comparator.comparing((JobRow row) -> row.dueAt).thenComparingLong(JobRow::id))
                    .limit(limit)
                    .toList();
            Map<String, ReadyJobs> readyJobs = new TreeMap<>();
            due.forEach(row -> {
                transitions.change(Transition.PROMOTED, row, ready -> ready.state = JobState.READY);
                boolean late = row.dueAt.isBefore(database.now().minus(ReadyJobs.LATE));
                ReadyJobs ready = late ? ReadyJobs.outOfTurn(row.queue()) : ReadyJobs.of(row.queue(), ~row.rank());
                readyJobs.merge(row.queue(), ready, ReadyJobs::and);
            });
            Map<Long, String> waited = steps.endDueWaits(limit);
            waited.values().forEach(queue -> readyJobs.put(queue, ReadyJobs.outOfTurn(queue)));
            return new Promotion(
                    due.size() + waited.size(),
                    Set.copyOf(readyJobs.values()),
                    nextDue().orElse(null));
        });
    }

    @Override
    public Optional<Duration> nextDue() {
        return database.joined(() -> Stream.concat(
                        database.jobs.all().stream()
                                .filter(row -> row.state == JobState.SCHEDULED)
                                .map(row -> Duration.between(database.now(), row.dueAt)),
                        steps.untilWaitsEnd())
                .min(Comparator.naturalOrder())
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait));
    }

    @Override
    public int purge(Retention retention, int limit) {
        return database.joined(() -> transitions.purge(retention, limit));
    }

    @Override
    public Optional<JobDetails> find(long id) {
        return database.joined(() -> queries.find(id));
    }

    @Override
    public List<JobDetails> search(JobFilter filter, long offset, int limit) {
        return database.joined(() -> queries.search(filter, offset, limit));
    }

    @Override
    public List<JobCount> counts() {
        return database.joined(queries::counts);
    }

    @Override
    public boolean anyUnfinished(JobFilter filter) {
        return database.joined(() -> queries.anyUnfinished(filter));
    }

    @Override
    public List<Long> ids(JobFilter filter, long afterId, int limit) {
        return database.joined(() -> queries.ids(filter, afterId, limit));
    }

    @Override
    public Map<Long, String> lock(List<Long> ids, JobFilter filter) {
        return database.joined(() -> rows(ids)
                .filter(row -> queries.matches(filter, row, row.state))
                .collect(Collectors.toMap(row -> row.id, JobRow::queue, (one, other) -> one, TreeMap::new)));
    }

    @Override
    public int cancelFree(List<Long> ids) {
        return database.joined(() -> rows(ids)
                .filter(row -> database.jobs.isFree(row.id) && row.state != JobState.DEAD)
                .mapToInt(this::cancel)
                .sum());
    }

    @Override
    public int cancel(List<Long> ids, boolean evenDead) {
        return database.joined(() -> rows(ids)
                .filter(row -> evenDead || row.state != JobState.DEAD)
                .mapToInt(this::cancel)
                .sum());
    }

    private int cancel(JobRow row) {
        if (row.ties.has(Ties.UNDOING) && row.state != JobState.DEAD) {
            return 0;
        }
        return switch (row.state) {
            case SCHEDULED, READY, BLOCKED, WAITING, DEAD -> {
                transitions.end(Transition.CANCELLED, row, null);
                yield 1;
            }
            case CLAIMED -> {
                change(row, running -> running.cancelRequested = true);
                yield 1;
            }
            default -> 0;
        };
    }

    @Override
    public int revive(List<Long> ids) {
        return database.joined(() -> rows(ids)
                .filter(row -> row.state == JobState.DEAD)
                .map(row -> transitions.change(Transition.REVIVED, row, revived -> {
                    revived.state = JobState.READY;
                    revived.dueAt = database.now();
                    revived.attempt = 0;
                    revived.crashes = 0;
                    revived.interruptions = 0;
                    revived.diedAt = null;
                }))
                .toList()
                .size());
    }

    @Override
    public int reschedule(List<Long> ids, Due due) {
        return database.joined(() -> rows(ids)
                .filter(row -> MOVABLE.contains(row.state) && !row.ties.has(Ties.AWAITS))
                .map(row -> transitions.change(
                        Transition.RESCHEDULED, row, moved -> MemoryDue.put(moved, due, database.now())))
                .toList()
                .size());
    }

    private Stream<JobRow> rows(List<Long> ids) {
        return ids.stream().distinct().sorted().map(database.jobs::get).filter(Objects::nonNull);
    }

    @Override
    public Released release(List<Long> ids) {
        return database.joined(() -> {
            Map<String, ReadyJobs> ready = new TreeMap<>();
            awaiting(ids).filter(row -> database.jobs.isFree(row.id)).forEach(row -> {
                transitions.change(Transition.RELEASED, row, free -> {
                    free.state = JobState.READY;
                    free.dueAt = database.now();
                    free.ties = free.tiesWithout(Ties.AWAITS);
                });
                ready.merge(row.queue(), ReadyJobs.of(row.queue(), ~row.rank()), ReadyJobs::and);
            });
            return new Released(Set.copyOf(ready.values()), busy(ids));
        });
    }

    /** There are no sequences here. */
    @Override
    public Released giveTurn(List<Long> ids) {
        return new Released(Set.of(), Set.copyOf(ids));
    }

    @Override
    public Released dismiss(List<Long> ids) {
        return database.joined(() -> {
            awaiting(ids)
                    .filter(row -> database.jobs.isFree(row.id))
                    .forEach(row -> transitions.end(Transition.CANCELLED, row, null));
            return new Released(Set.of(), busy(ids));
        });
    }

    private Stream<JobRow> awaiting(List<Long> ids) {
        return rows(ids).filter(row -> row.state == JobState.BLOCKED && row.ties.has(Ties.AWAITS)).toList().stream();
    }

    private Set<Long> busy(List<Long> ids) {
        return awaiting(ids).map(JobRow::id).collect(Collectors.toSet());
    }

    @Override
    public List<ReadyShare> shares(String of, String from, int limit) {
        return List.of();
    }

    @Override
    public Map<String, Integer> weights(String queue) {
        return Map.of();
    }

    @Override
    public Set<String> queuesWithWork(Set<String> queues) {
        return database.joined(() -> {
            Set<String> withWork = new TreeSet<>();
            database.jobs.all().stream()
                    .filter(row -> row.state == JobState.READY && queues.contains(row.queue()))
                    .forEach(row -> withWork.add(row.queue()));
            return withWork;
        });
    }

    @Override
    public int forgetSteps(int limit) {
        return database.joined(() -> Math.min(limit, steps.forgetGone()));
    }

    @Override
    public int forgetSignals(int limit) {
        return 0;
    }

    @Override
    public List<FoundStep> ofJob(long job) {
        return database.joined(() -> steps.ofJob(job));
    }

    @Override
    public Settled save(Fence fence, NewStep step) {
        return writeStep(fence, row -> steps.save(row, step));
    }

    @Override
    public Settled free(Fence fence, String name) {
        return writeStep(fence, row -> steps.free(row.id, name));
    }

    @Override
    public Settled undone(Fence fence, String name) {
        return writeStep(fence, row -> steps.undone(row.id, name));
    }

    private Settled writeStep(Fence fence, Consumer<JobRow> write) {
        return database.joined(() -> {
            Settled status = status(fence);
            if (status == Settled.DONE) {
                database.jobs.lock(fence.id());
                write.accept(Objects.requireNonNull(database.jobs.get(fence.id())));
            }
            return status;
        });
    }

    @Override
    public Settled await(Fence fence, NewStep step, Consumer<FoundStep> decided) {
        return writeStep(fence, row -> decided.accept(steps.await(row, step)));
    }

    @Override
    public Sent send(long job, String name, String value, @Nullable String messageId) {
        return database.joined(() -> steps.send(job, name, value, messageId));
    }

    @Override
    public boolean forget(long job, String name) {
        return database.joined(() -> steps.forget(job, name));
    }

    @Override
    public boolean endWait(long job, String name, Consumer<ReadyJobs> ready) {
        return database.joined(() -> steps.endWait(job, name, ready));
    }
}
