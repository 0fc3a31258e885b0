package io.baton.simulation;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.Flow;
import io.baton.FlowGraph;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchStore;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.OpenBatch;
import io.baton.database.MappersConnection;
import io.baton.database.Transactions;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.flow.BatonFlows;
import io.baton.flow.FlowRelease;
import io.baton.job.DirtySet;
import io.baton.job.JobStore;
import io.baton.job.Pulse.Part;
import io.baton.testing.memory.BatchRow;
import io.baton.testing.memory.InMemoryBatchStore;
import io.baton.testing.memory.InMemoryFlowStore;
import io.baton.testing.memory.NoDataSource;
import io.baton.testing.memory.OwnTransaction;
import io.baton.type.JacksonPayloadCodec;
import io.baton.unique.NoUniqueKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.transaction.support.TransactionOperations;

/** The batches and flows of a world: applications start, seal and cancel them, and people revive what has died. */
final class SimulatedBatches {

    private static final long SECOND = 1_000_000_000;
    private static final long NOTIFYING = 1_000_000;
    private static final long BETWEEN_REVIVALS = 3 * SECOND;
    private static final JacksonPayloadCodec CODEC = new JacksonPayloadCodec();
    private static final int PAYLOAD = 10_000;

    private final World world;
    private final RandomGenerator random;
    private final BatchPlans plans;
    private final BatonBatches batches;
    private final BatonFlows flows;
    private int toStart;

    SimulatedBatches(World world, RandomGenerator random) {
        this.world = world;
        this.random = random;
        this.plans = new BatchPlans(world, random);
        DirtySet<Long> dirty = new DirtySet<>();
        dirty.onOtherNodes(names -> names.forEach(name -> tellAllBut(null, name)));
        JobStore jobs = new SimulatedStore(world, names -> {}, names -> names.forEach(name -> tellAllBut(null, name)));
        InMemoryFlowStore steps = new InMemoryFlowStore(world.database());
        BatchStore store = new InMemoryBatchStore(world.database());
        BatchWork work = work(
                store,
                jobs,
                new Elsewhere(world),
                new SignalAfterCommit(new OtherNodes.FromElsewhere(world), List.of()),
                dirty,
                new FlowRelease(steps, store, jobs, dirty, FlowRelease.PORTION));
        this.batches = new BatonBatches(work);
        this.flows = new BatonFlows(work, steps);
    }

    /** What an application does with batches, whose transactions are these. */
    static BatchWork work(
            BatchStore store,
            JobStore jobs,
            Transactions transactions,
            SignalAfterCommit signal,
            DirtySet<Long> dirty,
            FlowRelease release) {
        TransactionOperations own = new OwnTransaction(transactions);
        CallersTransaction callers =
                new CallersTransaction(new MappersConnection(new NoDataSource()), own, own, false, true);
        Enqueuer enqueuer = new Enqueuer(
                () -> BatchPlans.TYPES,
                CODEC,
                NoUniqueKeys.with(jobs),
                jobs,
                callers,
                signal,
                List::of,
                new Enqueuer.Settings(PAYLOAD, Map.of()));
        return new BatchWork(new BatchReducer(store, jobs, dirty, release), jobs, enqueuer, callers, signal);
    }

    /** The transactions of a process without a worker: nobody comes in between. */
    private record Elsewhere(World world) implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return Completion.ofCommit(() -> world.database().run(work));
        }
    }

    /** Plans when they begin. */
    void gather() {
        toStart = world.setup().batched() ? 1 + random.nextInt(3) : 0;
        for (int each = 0; each < toStart; each++) {
            world.timeline().in(null, random.nextLong(world.setup().troubled().toNanos() / 2), this::start);
        }
        if (toStart > 0) {
            world.timeline().in(null, BETWEEN_REVIVALS, this::revive);
        }
    }

    private BatchRecords records() {
        return world.ledger().batches();
    }

    private void start() {
        if (world.weather().isAway()) {
            world.timeline().in(null, SECOND, this::start);
            return;
        }
        toStart--;
        switch (random.nextInt(4)) {
            case 0 -> batch(batches.open());
            case 1 -> nested();
            case 2 -> pipeline();
            default -> graph();
        }
    }

    /** Whether all of them have begun. */
    boolean areStarted() {
        return toStart == 0;
    }

    private void nested() {
        Batch outer = batches.open("outer " + toStart);
        KnownBatch inner = batch(outer.open("inner " + toStart));
        Stage direct = plans.stage("direct", List.of(), random.nextInt(3));
        outer.addJobs(direct.items(), plans.options(direct));
        finish(outer, List.of(direct, inner.all()));
    }

    private KnownBatch batch(Batch batch) {
        Stage jobs = plans.stage("jobs", List.of(), 1 + random.nextInt(6));
        batch.addJobs(jobs.items(), plans.options(jobs));
        return finish(batch, List.of(jobs));
    }

    private KnownBatch finish(Batch batch, List<Stage> stages) {
        KnownBatch known = known(batch, stages);
        world.timeline()
                .in(null, random.nextLong(3 * SECOND), () -> seal(batch.id().value()));
        return known;
    }

    /** The jobs that wait for the batch are stored, and all that is known of it is kept. */
    private KnownBatch known(Batch batch, List<Stage> stages) {
        world.trace().say(() -> "batch " + batch.id() + " begins: " + stages);
        Stage all = new Stage("all", stages);
        List<Stage> waiting = new ArrayList<>();
        waiting.add(plans.stage("callback", List.of(all), 1));
        batch.onComplete(waiting.get(0).items().get(0), plans.options(waiting.get(0)));
        if (random.nextInt(3) == 0) {
            Stage told = plans.stage("told of deaths", List.of(), 1).ofDeathsAmong(stages);
            batch.onDead(told.items().get(0), plans.options(told));
            waiting.add(told);
        }
        return records().add(new KnownBatch(batch.id().value(), stages, all, waiting));
    }

    private void pipeline() {
        List<Stage> stages = new ArrayList<>();
        Flow flow = null;
        for (int number = 0; number < 2 + random.nextInt(3); number++) {
            Stage stage = plans.stage(
                    "step " + number, stages.isEmpty() ? List.of() : List.of(stages.get(number - 1)), plans.size());
            Flow step = plans.step(stage);
            flow = flow == null ? step : flow.then(step);
            stages.add(stage);
        }
        start(Objects.requireNonNull(flow), stages);
    }

    private void graph() {
        List<Stage> stages = new ArrayList<>();
        FlowGraph graph = new FlowGraph();
        for (int number = 0; number < 3 + random.nextInt(3); number++) {
            List<Stage> after =
                    stages.stream().filter(stage -> random.nextInt(2) == 0).toList();
            Stage stage = plans.stage("step " + number, after, plans.size());
            graph.step(
                    stage.name(),
                    plans.step(stage),
                    after.stream().map(Stage::name).toArray(String[]::new));
            stages.add(stage);
        }
        start(graph.flow(), stages);
    }

    private void start(Flow flow, List<Stage> stages) {
        long id = known(flows.start(flow), stages).id();
        if (world.setup().people() && random.nextInt(3) == 0) {
            world.timeline().in(null, random.nextLong(8 * SECOND), () -> cancel(id));
        }
    }

    private BatchRow row(long batch) {
        return Objects.requireNonNull(world.database().batch(batch));
    }

    private void seal(long batch) {
        untilDone(() -> row(batch).isSealed(), work -> new OpenBatch(work.work(), batch).seal());
    }

    private void cancel(long batch) {
        if (!row(batch).isComplete()) {
            records().cancelAsked(batch);
        }
        untilDone(
                () -> row(batch).isCancelled() || row(batch).isComplete(),
                work -> new BatonFlows(work.work(), work.flows()).cancel(new BatchId(batch)));
    }

    /** An application on some node does it, and on another if that one does not come to it. */
    private void untilDone(BooleanSupplier isDone, Consumer<NodeBatches> work) {
        if (isDone.getAsBoolean()) {
            return;
        }
        SimulatedNode node = world.somebody();
        world.timeline().in(node, 0, () -> node.go(new Coroutine(node, () -> attempt(node, work))));
        world.timeline().in(null, random.nextLong(6 * SECOND), () -> untilDone(isDone, work));
    }

    private void attempt(SimulatedNode node, Consumer<NodeBatches> work) {
        try {
            work.accept(new NodeBatches(node));
        } catch (SimulationFailure e) {
            throw e;
        } catch (RuntimeException e) {
            world.trace().say(() -> "An application on " + node + " fails: " + e);
        }
    }

    /** A person looks after the dead again and again: lets each run once more, and cancels it after that. */
    private void revive() {
        if (!world.weather().isAway()) {
            records().dead().filter(job -> random.nextBoolean()).forEach(this::revive);
        }
        world.timeline().in(null, BETWEEN_REVIVALS, this::revive);
    }

    private void revive(Account job) {
        boolean again = !job.revived && job.plan.kind() != Behavior.Kind.KILLS;
        job.revived = true;
        job.cancelAsked |= !again;
        try {
            world.database().run(() -> {
                world.people().revive(List.of(job.id));
                return again ? 0 : world.people().cancel(List.of(job.id));
            });
        } catch (CannotAcquireLockException e) {
            world.trace().say(() -> "A person gives up: " + e.getMessage());
        }
    }

    /** Tells every other node that a batch is worth a look, unless that is lost on the way. */
    void tellAllBut(@Nullable SimulatedNode sender, long name) {
        if (!world.weather().isAway() && random.nextInt(5) > 0) {
            world.timeline().in(null, NOTIFYING, () -> world.living()
                    .filter(node -> node != sender)
                    .forEach(node -> node.inbox().changed(Part.BATCHES, String.valueOf(name))));
        }
    }
}
