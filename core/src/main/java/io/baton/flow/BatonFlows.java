package io.baton.flow;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.BatonException;
import io.baton.Flow;
import io.baton.FlowStatus;
import io.baton.FlowStepState;
import io.baton.Flows;
import io.baton.JobContext;
import io.baton.JobOptions;
import io.baton.UnknownBatchException;
import io.baton.batch.BatchStore;
import io.baton.batch.BatchStore.StepPlace;
import io.baton.batch.BatchWork;
import io.baton.batch.FoundBatch;
import io.baton.batch.GroupItems;
import io.baton.batch.JobGroups;
import io.baton.batch.LockedBatch;
import io.baton.batch.OpenBatch;
import io.baton.enqueue.Enqueuer;
import io.baton.flow.FlowStore.Member;
import io.baton.flow.FlowStore.StepItems;
import io.baton.flow.FlowStore.StoredStep;
import io.baton.job.CurrentJob;
import io.baton.job.Fence;
import io.baton.job.Fence.Fenced;
import io.baton.job.NewJob;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The bean {@link Flows}. */
public record BatonFlows(BatchWork batches, FlowStore flows) implements Flows {

    private BatchStore store() {
        return batches.store();
    }

    @Override
    public Batch start(Flow flow) {
        String what = "a flow";
        return batches.transaction()
                .join(what, () -> batches.transaction().whole(what, () -> write(store().make(true), flow)));
    }

    private Batch write(long batch, Flow flow) {
        new FlowWriter(batch).write(flow);
        return new OpenBatch(batches, batch);
    }

    @Override
    public Batch start(String key, Flow flow) {
        String checked = BatchWork.checkedKey(key);
        return batches.transaction().join("the flow \"" + checked + "\"", () -> {
            LockedBatch locked = batches.lock(store().make(checked, null, true));
            if (!locked.flow()) {
                throw new BatonException(
                        "The key \"" + checked + "\" is that of a batch, which is no flow; take another one");
            }
            if (!locked.sealed()) {
                batches.transaction().whole("the flow \"" + checked + "\"", () -> write(locked.id(), flow));
            }
            return new OpenBatch(batches, locked.id());
        });
    }

    @Override
    public Optional<FlowStatus> find(BatchId id) {
        return batches.transaction().read(() -> status(id.value()));
    }

    @Override
    public Optional<FlowStatus> find(String key) {
        String checked = BatchWork.checkedKey(key);
        return batches.transaction().read(() -> store().find(checked).flatMap(this::status));
    }

    private Optional<FlowStatus> status(long batch) {
        return store().read(batch)
                .filter(LockedBatch::flow)
                .flatMap(flow -> store().status(batch))
                .map(found -> FoundFlow.of(found, new StepOrder(flows.steps(batch), flows.items(batch, false))));
    }

    @Override
    public FlowStatus cancel(BatchId id) {
        return batches.transaction().join("the cancel of flow " + id, () -> {
            LockedBatch locked = batches.lock(id.value());
            if (!locked.flow()) {
                throw new UnknownBatchException(
                        "Batch " + id + " is no flow, and only flows can be cancelled as a whole");
            }
            if (!locked.complete() && !locked.cancelled()) {
                store().cancel(id.value());
                batches.foldAfterCommit(id.value());
            }
            return status(id.value()).orElseThrow(() -> BatchWork.unknown(id.value()));
        });
    }

    @Override
    public long addJobs(JobContext member, Stream<?> payloads, Consumer<JobOptions> options) {
        return addAll(member, payloads, () -> batches.enqueuer().jobs(options));
    }

    @Override
    public <T> long addJobs(
            JobContext member, Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return addAll(member, payloads, () -> batches.enqueuer().jobs(options));
    }

    private <T> long addAll(JobContext member, Stream<? extends T> payloads, Supplier<Function<T, NewJob>> jobs) {
        try (payloads) {
            return within(member, place -> {
                JobGroups groups = new JobGroups(batches, place.batch(), false, place.running());
                long added = groups.addAll(payloads.iterator(), jobs.get());
                return () -> added;
            });
        }
    }

    @Override
    public Batch startWithin(JobContext member, Flow flow) {
        return within(member, place -> {
            long inner = store().make(true);
            Batch written = write(inner, flow);
            return () -> {
                long group = store().addGroup(place.batch(), place.running());
                store().fill(group, 1, null, false);
                store().place(inner, group);
                return written;
            };
        });
    }

    /** Locks the batch last and only briefly: other transactions do not see the new jobs before the commit. */
    private <T> T within(JobContext member, Function<Member, Supplier<T>> add) {
        return batches.transaction().join("an addition to the step of job " + member.id(), () -> {
            Member place = flows.member(fence(member))
                    .orElseThrow(() -> new BatonException("Job " + member.id()
                            + " belongs to no flow, or runs no more: nothing can be added to its step"));
            store().read(place.batch()).ifPresent(seen -> refuse(seen.cancelled(), "its flow was cancelled", member));
            return batches.transaction().whole("what job " + member.id() + " added to its step", () -> {
                Supplier<T> added = add.apply(place);
                requireOpen(place, member);
                return added.get();
            });
        });
    }

    /** Returns the fence (id and lock id) of the context's run, on any thread. A context that wraps another has the fence of the thread's run. */
    private static Fence fence(JobContext member) {
        if (member instanceof Fenced run) {
            return run.fence();
        }
        Fence current = CurrentJob.fence();
        if (current == null || current.id() != member.id().value()) {
            throw new BatonException(
                    "Whether job " + member.id() + " still runs is not known, so nothing can be added to its step:"
                            + " pass on the JobContext that its handler was called with");
        }
        return current;
    }

    private void requireOpen(Member place, JobContext member) {
        LockedBatch locked = batches.lock(place.batch());
        GroupItems items = store().items(List.of(place.group())).get(place.group());
        refuse(locked.cancelled(), "its flow was cancelled", member);
        refuse(items == null || items.hasEnded(place.index()), "the job has ended for its flow", member);
        store().confirm(place.batch());
    }

    private static void refuse(boolean refused, String reason, JobContext member) {
        if (refused) {
            throw new BatonException("Nothing can be added to the step of job " + member.id() + ": " + reason);
        }
    }

    /** Stores the steps of a flow with all of their jobs. */
    private final class FlowWriter {

        private static final int LONGEST_BASE = 190;

        private final long batch;
        private final Set<String> names = new HashSet<>();
        private boolean startsEmpty;

        FlowWriter(long batch) {
            this.batch = batch;
        }

        /** Stores all steps and seals the batch. */
        void write(Flow flow) {
            List<Flow.Step> steps = flow.steps();
            steps.stream().map(Flow.Step::name).filter(Objects::nonNull).forEach(this::take);
            Set<Integer> awaited = new HashSet<>();
            steps.forEach(step -> awaited.addAll(step.after()));
            startsEmpty = steps.isEmpty();
            IntStream.range(0, steps.size())
                    .forEach(number -> write(number, steps.get(number), awaited.contains(number)));
            store().seal(batch);
            if (startsEmpty) {
                batches.foldAfterCommit(batch);
            }
        }

        private void take(@Nullable String name) {
            if (name != null && !names.add(name)) {
                throw new BatonException("Two steps of a flow have the name \"" + name + "\"; name them differently");
            }
        }

        private void write(int number, Flow.Step step, boolean awaited) {
            boolean waits = !step.after().isEmpty();
            Enqueuer enqueuer = batches.enqueuer();
            JobGroups groups = new JobGroups(batches, batch, step.partitioned(), new StepPlace(number, awaited, waits));
            try (Stream<?> payloads = step.payloads().get()) {
                long count = groups.addAll(
                        payloads.iterator(),
                        waits ? enqueuer.awaitingJobs(step.options()) : enqueuer.jobs(step.options()));
                startsEmpty |= !waits && count == 0;
            }
            String name = step.name() != null ? step.name() : free(groups.type());
            flows.addStep(batch, new StoredStep(number, name, step.after()));
        }

        private String free(String type) {
            String name = type;
            for (int number = 2; !names.add(name); number++) {
                name = type.substring(0, Math.min(type.length(), LONGEST_BASE)) + " " + number;
            }
            return name;
        }
    }

    /** The status of a flow, as one transaction found it. */
    public record FoundFlow(
            BatchId id,
            @Nullable String key,
            BatchState state,
            @Nullable Instant completedAt,
            List<FlowStatus.Step> steps)
            implements FlowStatus {

        static FoundFlow of(FoundBatch batch, StepOrder order) {
            Map<Integer, String> names = new HashMap<>();
            order.steps().forEach(step -> names.put(step.number(), step.name()));
            BitSet ended = order.ended();
            boolean cancelled = batch.state() == BatchState.CANCELLED;
            List<FlowStatus.Step> steps = order.steps().stream()
                    .<FlowStatus.Step>map(step -> {
                        StepItems items = order.items(step);
                        return new FoundStep(
                                step.name(),
                                step.after().stream()
                                        .map(number -> names.getOrDefault(number, ""))
                                        .toList(),
                                state(items, ended.get(step.number()), cancelled),
                                items.items(),
                                items.remaining(),
                                items.dead(),
                                items.cancelled());
                    })
                    .toList();
            return new FoundFlow(batch.id(), batch.key(), batch.state(), batch.completedAt(), steps);
        }

        private static FlowStepState state(StepItems items, boolean ended, boolean flowCancelled) {
            if (ended) {
                return flowCancelled && items.cancelled() > 0 ? FlowStepState.CANCELLED : FlowStepState.COMPLETE;
            }
            if (flowCancelled) {
                return FlowStepState.CANCELLED;
            }
            if (items.remaining() == 0 || items.blocked()) {
                return FlowStepState.WAITING;
            }
            return items.remaining() == items.dead() ? FlowStepState.STUCK : FlowStepState.RUNNING;
        }

        /** The status of a step, as one transaction found it. */
        public record FoundStep(
                String name,
                List<String> after,
                FlowStepState state,
                long items,
                long remaining,
                long dead,
                long cancelled)
                implements FlowStatus.Step {}
    }
}
