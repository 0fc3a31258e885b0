package io.baton.simulation;

import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.testing.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything that a seed makes, from the first job to the last. */
final class World {

    private static final Instant BEGINNING = Instant.parse("2030-01-01T00:00:00Z");
    private static final long SECOND = 1_000_000_000;
    private static final long NOTIFYING = 1_000_000;
    private static final long PATIENCE = 900 * SECOND;
    private static final long TIDY_PATIENCE = 120 * SECOND;

    private final RandomGenerator random;
    private final Setup setup;
    private final Mutation mutation;
    private final Carrier.Pool carriers;
    private final EventLog trace;
    private final Timeline timeline;
    private final MemoryDatabase database;
    private final JobStore store;
    private final SimulatedLimits limits;
    private final LimitedJobs limitedJobs;
    private final SimulatedBatches batches;
    private final Ledger ledger;
    private final Weather weather;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private int born;
    private long coroutines;
    private long jumped;

    World(long seed, UnaryOperator<Setup> change, Mutation mutation, Carrier.Pool carriers, EventLog trace) {
        this.random = new SplittableRandom(seed);
        SplittableRandom ofLimits = new SplittableRandom(~seed);
        SplittableRandom ofBatches = new SplittableRandom(~seed * 31);
        this.setup = change.apply(Setup.of(random, ofLimits, ofBatches));
        this.mutation = mutation;
        this.carriers = carriers;
        this.trace = trace;
        this.timeline = new Timeline(random);
        trace.by(timeline::now);
        this.database = new MemoryDatabase(() -> BEGINNING.plusNanos(timeline.now() + jumped));
        this.limits = new SimulatedLimits(this, ofLimits);
        this.limitedJobs = new LimitedJobs(this, limits, ofLimits);
        this.store = limits.storeElsewhere();
        this.batches = new SimulatedBatches(this, ofBatches);
        this.ledger = new Ledger(this);
        database.observe(ledger);
        this.weather = new Weather(this);
    }

    /** Lets everything happen; throws if something happened that must not. */
    void run() {
        trace.say(() -> setup.toString());
        try {
            limits.define();
            for (int i = 0; i < setup.nodes(); i++) {
                newNode();
            }
            for (int i = 0; i < setup.jobs(); i++) {
                timeline.in(
                        null,
                        limitedJobs.gathered(random.nextLong(setup.troubled().toNanos() / 2)),
                        this::enqueue);
            }
            weather.gather();
            batches.gather();
            timeline.in(null, setup.troubled().toNanos(), this::upgrade);
            until(setup.troubled().toNanos());
            untilAllEnded();
            untilTidy();
            ledger.close();
        } finally {
            nodes.forEach(SimulatedNode::unwind);
        }
    }

    private void step() {
        timeline.step();
        ledger.runs().permits().look();
        ledger.findings().check();
    }

    private void until(long time) {
        while (timeline.now() <= time) {
            step();
        }
    }

    private void untilAllEnded() {
        long end = timeline.now() + PATIENCE;
        while (!ledger.allEnded()) {
            step();
            if (timeline.now() > end) {
                throw new SimulationFailure("These jobs never end: " + ledger.unfinished());
            }
        }
    }

    /** Whoever holds nothing should know it. */
    private void untilTidy() {
        long end = timeline.now() + TIDY_PATIENCE;
        while (!nodes.stream().allMatch(World::isTidy) || !ledger.batches().isTidy()) {
            step();
            if (timeline.now() > end && !ledger.batches().isTidy()) {
                throw new SimulationFailure("All jobs have ended, but not their batches: "
                        + ledger.batches().untidy());
            }
            if (timeline.now() > end) {
                throw new SimulationFailure("All jobs have ended, but these still hold some: "
                        + nodes.stream()
                                .filter(node -> !isTidy(node))
                                .map(World::holdings)
                                .toList());
            }
        }
    }

    private static boolean isTidy(SimulatedNode node) {
        return node.isOver()
                || (node.worker().held() == 0
                        && node.worker().isSettled()
                        && node.worker().isIdle());
    }

    private static String holdings(SimulatedNode node) {
        return node + " holds " + node.worker().held() + (node.worker().isSettled() ? "" : ", unsettled")
                + (node.worker().isIdle() ? "" : ", not idle");
    }

    private void enqueue() {
        if (weather.isAway()) {
            timeline.in(null, SECOND, this::enqueue);
            return;
        }
        Behavior plan = limitedJobs.plan(Behavior.of(random, setup.poison()));
        List<String> queues =
                List.copyOf(setup.queues().keySet().stream().sorted().toList());
        String queue = queues.get(random.nextInt(queues.size()));
        Due due = random.nextInt(4) == 0 ? new Due.After(Duration.ofMillis(random.nextInt(8_000))) : Due.NOW;
        boolean idle = setup.isCalm()
                && ledger.waitingOrRunning().isEmpty()
                && nodes.stream().allMatch(World::isTidy);
        ledger.expects(plan);
        int priority = random.nextInt(3) - 1;
        List<String> permits = limitedJobs.permits(plan);
        SimulatedNode enqueuer = limitedJobs.enqueuer(permits);
        long id = (enqueuer == null ? store : enqueuer.store())
                .insert(new NewJob(plan.type(), queue, priority, due, null, Map.of(), payload(), permits));
        trace.say(() -> "job " + id + " is enqueued: " + plan + (permits.isEmpty() ? "" : ", limited by " + permits));
        if (random.nextInt(5) > 0) {
            SimulatedNode told = permits.isEmpty() || enqueuer == null ? somebody() : enqueuer;
            if (idle
                    && due == Due.NOW
                    && isTakenByWhoKnows(plan, told)
                    && limitedJobs.startsAtOnce(plan, permits, enqueuer)) {
                ledger.expectsPromptStart(id);
            }
            if (permits.isEmpty()) {
                told.publisher().jobsAvailable(ReadyJobs.of(queue, priority));
            }
            told.inbox().jobsScheduled();
        }
    }

    /** A node that does not know the type may look first, and what it tells others as it hands the job back may be lost. */
    private boolean isTakenByWhoKnows(Behavior plan, SimulatedNode told) {
        return told.isCurrent()
                && (!plan.type().equals(Behavior.STRANGE) || living().allMatch(SimulatedNode::isCurrent));
    }

    /** Now and then one that claims do not bring. */
    private String payload() {
        return "{\"number\":1}" + (random.nextInt(8) == 0 ? " ".repeat(ClaimedJob.LARGEST_READ_AT_ONCE) : "");
    }

    /** Wakes every other node, unless that is lost on the way. */
    void wakeAllBut(@Nullable SimulatedNode sender, ReadyJobs ready) {
        if (weather.isAway() || random.nextInt(5) == 0) {
            return;
        }
        timeline.in(null, NOTIFYING, () -> nodes.stream()
                .filter(node -> node != sender && !node.isOver())
                .forEach(node -> node.inbox().jobsAvailable(ready)));
    }

    private void newNode() {
        boolean knowsAll = born % 2 == 0
                || random.nextBoolean()
                || timeline.now() >= setup.troubled().toNanos();
        SimulatedNode node = new SimulatedNode(this, ++born, knowsAll);
        trace.say(() -> node + " starts");
        nodes.add(node);
        node.start();
    }

    /** The last node of the old version departs; the claims of nodes do not pass over types that they do not know. */
    private void upgrade() {
        newNode();
        limits.restore();
        nodes.stream().filter(node -> !node.isCurrent()).forEach(SimulatedNode::depart);
    }

    /** The node that goes by this id, as far as it knows. */
    Optional<SimulatedNode> nodeOf(long workerId) {
        return nodes.stream()
                .filter(node -> !node.isOver() && Objects.equals(node.worker().id(), workerId))
                .findFirst();
    }

    Stream<SimulatedNode> living() {
        return nodes.stream().filter(node -> !node.isOver());
    }

    /** Any node that lives. */
    SimulatedNode somebody() {
        List<SimulatedNode> living = living().toList();
        if (living.isEmpty()) {
            newNode();
            return nodes.get(nodes.size() - 1);
        }
        return living.get(random.nextInt(living.size()));
    }

    /** A node that lives and holds jobs, if there is one. */
    SimulatedNode somebodyBusy() {
        List<SimulatedNode> busy = nodes.stream()
                .filter(node -> !node.isOver() && node.worker().held() > 0)
                .toList();
        return busy.isEmpty() ? somebody() : busy.get(random.nextInt(busy.size()));
    }

    /** The process is gone from this moment on; another takes its place. */
    void crash(SimulatedNode node) {
        if (!node.isOver()) {
            trace.say(() -> node + " crashes");
            node.crash();
            successorOf(node);
        }
    }

    void successorOf(SimulatedNode node) {
        trace.say(() -> node + " will have a successor");
        timeline.in(null, random.nextLong(5 * SECOND), this::newNode);
    }

    /** The clock of the database jumps. */
    void jump(long nanos) {
        trace.say(() -> "The clock of the database jumps by " + Duration.ofNanos(nanos));
        jumped += nanos;
    }

    /** A number for a coroutine. */
    long nextCoroutine() {
        return ++coroutines;
    }

    boolean chance(double share) {
        return share > 0 && random.nextDouble() < share;
    }

    RandomGenerator random() {
        return random;
    }

    Setup setup() {
        return setup;
    }

    Mutation mutation() {
        return mutation;
    }

    Carrier.Pool carriers() {
        return carriers;
    }

    EventLog trace() {
        return trace;
    }

    Timeline timeline() {
        return timeline;
    }

    MemoryDatabase database() {
        return database;
    }

    SimulatedLimits limits() {
        return limits;
    }

    SimulatedBatches batches() {
        return batches;
    }

    /** The store, as people reach it. */
    JobStore people() {
        return store;
    }

    Ledger ledger() {
        return ledger;
    }

    Weather weather() {
        return weather;
    }

    @Override
    public String toString() {
        return nodes.stream().map(SimulatedNode::toString).collect(Collectors.joining(", "));
    }
}
