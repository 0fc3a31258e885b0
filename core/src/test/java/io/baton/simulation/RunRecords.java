package io.baton.simulation;

import io.baton.JobContext;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.testing.memory.EndedRow;
import io.baton.testing.memory.JobRow;
import io.baton.testing.memory.WorkerRow;
import io.baton.worker.WorkerSettings.QueueSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which claims there were, and what was run under them: how much at once, in which order, how often. */
final class RunRecords {

    /** As long as handlers have to end when they are interrupted. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final int CRASHES_OF_SUSPECTS = 2;

    private final World world;
    private final Ledger ledger;
    private final Findings findings;
    private final Map<Fence, Performed> performed = new HashMap<>();
    private final Map<UUID, List<ClaimedJob>> claims = new HashMap<>();
    private final PermitRecords permits;
    private final RateRecords rates;
    private int starts;

    RunRecords(World world, Ledger ledger, Findings findings) {
        this.world = world;
        this.ledger = ledger;
        this.findings = findings;
        this.permits = new PermitRecords(world, findings);
        this.rates = new RateRecords(world, findings);
    }

    PermitRecords permits() {
        return permits;
    }

    /** What is known of the runs under one claim. */
    private static final class Performed {

        private final SimulatedNode node;
        private final long start;
        private int times;
        private boolean underway = true;
        private boolean completed;

        private Performed(SimulatedNode node, long start) {
            this.node = node;
            this.start = start;
        }
    }

    /** How many runs there were, of whatever job. */
    int starts() {
        return starts;
    }

    /** Whether the job was run under this claim. */
    boolean wasRun(Fence fence) {
        return performed.containsKey(fence);
    }

    /** Whether the last run under this claim returned. */
    boolean hasCompleted(Fence fence) {
        Performed run = performed.get(fence);
        return run != null && run.completed;
    }

    /** What stood against the job when it was claimed. */
    int crashesAtClaim(Fence fence) {
        return claims.getOrDefault(fence.lockId(), List.of()).stream()
                .filter(job -> job.id() == fence.id())
                .mapToInt(ClaimedJob::crashes)
                .findAny()
                .orElse(0);
    }

    private boolean isSuspect(Fence fence) {
        return crashesAtClaim(fence) >= CRASHES_OF_SUSPECTS;
    }

    void claimed(Claim claim, List<ClaimedJob> jobs) {
        findings.require(
                jobs.size() <= claim.limit(), () -> "a claim got more than it asked for: " + claim + ": " + jobs);
        rates.claimed(jobs);
        if (!jobs.isEmpty()) {
            claims.put(claim.lockId(), jobs);
            world.nodeOf(claim.workerId()).ifPresent(node -> bounded(node, claim));
        }
        for (ClaimedJob job : jobs) {
            world.trace().say(() -> "worker " + claim.workerId() + " claims " + job + " under " + claim.lockId());
            Account account = ledger.account(job.id());
            findings.require(
                    job.attempt() == account.failures + 1,
                    () -> job + " failed " + account.failures + " times, but its claim is attempt " + job.attempt());
            findings.require(job.attempt() <= Behavior.MAX_ATTEMPTS, () -> job + " has no attempt left");
        }
    }

    /** What a worker holds of a queue and has come to no end with: what may run at once, and what may wait. */
    private void bounded(SimulatedNode node, Claim claim) {
        int held = 0;
        for (JobRow row : world.database().jobs()) {
            boolean holds = row.lockId() != null
                    && Objects.equals(row.workerId(), claim.workerId())
                    && row.crashes() < CRASHES_OF_SUSPECTS;
            held += holds && row.queue().equals(claim.queue()) ? 1 : 0;
        }
        int unended = held - node.worker().unsettled();
        QueueSettings settings = Objects.requireNonNull(world.setup().queues().get(claim.queue()));
        int most = settings.concurrency() * Handlers.LARGEST_BATCH + settings.maxPrefetch();
        findings.require(
                unended <= most,
                () -> "worker " + claim.workerId() + " holds " + unended + " jobs of the queue " + claim.queue()
                        + ", more than " + most);
    }

    /** Jobs of one claim begin in the order in which the claim answered them, unless some are run together or read first. */
    private void inOrder(Fence fence) {
        if (isSuspect(fence)) {
            return;
        }
        for (ClaimedJob earlier : claims.getOrDefault(fence.lockId(), List.of())) {
            if (earlier.id() == fence.id()) {
                return;
            }
            JobRow row = world.database().job(earlier.id());
            boolean waits = row != null
                    && fence.lockId().equals(row.lockId())
                    && !performed.containsKey(earlier.fence())
                    && !isSuspect(earlier.fence())
                    && !earlier.isCareful()
                    && earlier.type().equals(Behavior.PLAIN)
                    && !earlier.isUnread();
            findings.require(
                    !waits, () -> "job " + fence.id() + " overtakes " + earlier + ", which was claimed with it");
        }
    }

    void started(SimulatedNode node, Fence fence, JobContext job) {
        starts++;
        if (job.type().equals(Behavior.PLAIN)) {
            inOrder(fence);
        }
        world.trace()
                .say(() -> node + " runs job " + fence.id() + " (" + job.type() + "), attempt " + job.attempt()
                        + ", under " + fence.lockId());
        ledger.account(fence.id()).runs++;
        ledger.batches().mayStart(fence.id(), ledger.account(fence.id()), "runs");
        Performed now = performed.computeIfAbsent(
                fence, first -> new Performed(node, world.timeline().now()));
        now.times++;
        now.underway = true;
        now.completed = false;
        findings.require(now.node == node, () -> "two nodes run " + fence);
        // a transaction of several that failed is repeated one by one
        findings.require(
                now.times <= (ledger.plan(fence.id()).type().equals(Behavior.TOGETHER) ? 2 : 1),
                () -> "a claim is run twice: " + fence);
        if (job.type().equals(Behavior.PLAIN)) {
            stillOurs(fence);
        }
        concurrency(node, job.queue());
        dangerous(node, fence);
        permits.started(fence, underway());
    }

    private List<Fence> underway() {
        return performed.entrySet().stream()
                .filter(entry -> entry.getValue().underway)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** A careful job runs only once its start is charged, and of suspects one at a time. */
    private void dangerous(SimulatedNode node, Fence fence) {
        int crashes = crashesAtClaim(fence);
        JobRow row = world.database().job(fence.id());
        if (row != null && fence.lockId().equals(row.lockId()) && crashes > 0) {
            findings.require(row.crashes() == crashes + 1, () -> row + " starts, and its start is not charged");
        }
        long suspects = performed.entrySet().stream()
                .filter(entry -> entry.getValue().node == node && entry.getValue().underway && !isGivenUp(entry))
                .filter(entry -> isSuspect(entry.getKey()))
                .count();
        findings.require(!isSuspect(fence) || suspects == 1, () -> node + " runs " + suspects + " suspects at once");
        if (isSuspect(fence)) {
            findings.met(Probe.SUSPECT_RUN);
        }
    }

    /** What was taken back is not started: whoever was paused learns it before it goes on. */
    private void stillOurs(Fence fence) {
        JobRow row = world.database().job(fence.id());
        Long holder = row == null || !fence.lockId().equals(row.lockId()) ? null : row.workerId();
        WorkerRow worker = holder == null ? null : world.database().worker(holder);
        findings.require(
                worker != null && !worker.dead(), () -> "job " + fence.id() + " starts, but is taken back: " + row);
    }

    private void concurrency(SimulatedNode node, String queue) {
        long running = performed.entrySet().stream()
                .filter(entry -> entry.getValue().node == node && entry.getValue().underway && !isGivenUp(entry))
                .filter(entry -> ledger.plan(entry.getKey().id()).type().equals(Behavior.PLAIN))
                .filter(entry -> queue.equals(queueOf(entry.getKey().id())))
                .count();
        int concurrency =
                Objects.requireNonNull(world.setup().queues().get(queue)).concurrency();
        findings.require(running <= concurrency, () -> node + " runs " + running + " jobs of " + queue + " at once");
    }

    private @Nullable String queueOf(long id) {
        JobRow row = world.database().job(id);
        EndedRow ended = world.database().ended(id);
        return row != null ? row.queue() : ended == null ? null : ended.last().queue();
    }

    /** A handler that ignores its interruption, for whatever reason it is asked to stop, is given up after a while, and its place taken. */
    private boolean isGivenUp(Map.Entry<Fence, Performed> run) {
        Behavior plan = ledger.plan(run.getKey().id());
        long time = world.timeline().now() - run.getValue().start;
        return (plan.stubborn() && time > GRACE.toNanos())
                || (plan.type().equals(Behavior.HURRIED) && time > Handlers.TIMEOUT.toNanos());
    }

    void ended(Fence fence, boolean completed) {
        world.trace()
                .say(() -> "job " + fence.id() + (completed ? " returned" : " threw") + " under " + fence.lockId());
        Performed run = Objects.requireNonNull(performed.get(fence));
        run.underway = false;
        run.completed = completed;
    }
}
