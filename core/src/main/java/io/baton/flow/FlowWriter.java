package io.baton.flow;

import io.baton.BatonException;
import io.baton.Flow;
import io.baton.batch.BatchStore.StepPlace;
import io.baton.batch.BatchWork;
import io.baton.batch.JobGroups;
import io.baton.enqueue.Enqueuer;
import io.baton.flow.FlowStore.StoredStep;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores the steps of a flow with all of their jobs. */
final class FlowWriter {

    private static final int LONGEST_BASE = 190;

    private final BatchWork work;
    private final FlowStore flows;
    private final long batch;
    private final Set<String> names = new HashSet<>();
    private boolean startsEmpty;

    FlowWriter(BatchWork work, FlowStore flows, long batch) {
        this.work = work;
        this.flows = flows;
        this.batch = batch;
    }

    /** Stores all steps and seals the batch. */
    void write(Flow flow) {
        List<Flow.Step> steps = flow.steps();
        steps.stream().map(Flow.Step::name).filter(Objects::nonNull).forEach(this::take);
        Set<Integer> awaited = new HashSet<>();
        steps.forEach(step -> awaited.addAll(step.after()));
        startsEmpty = steps.isEmpty();
        IntStream.range(0, steps.size()).forEach(number -> write(number, steps.get(number), awaited.contains(number)));
        work.store().seal(batch);
        if (startsEmpty) {
            work.foldAfterCommit(batch);
        }
    }

    private void take(@Nullable String name) {
        if (name != null && !names.add(name)) {
            throw new BatonException("Two steps of a flow have the name \"" + name + "\"; name them differently");
        }
    }

    private void write(int number, Flow.Step step, boolean awaited) {
        boolean waits = !step.after().isEmpty();
        Enqueuer enqueuer = work.enqueuer();
        JobGroups groups = new JobGroups(work, batch, step.partitioned(), new StepPlace(number, awaited, waits));
        try (Stream<?> payloads = step.payloads().get()) {
            long count = groups.addAll(
                    payloads.iterator(), waits ? enqueuer.awaitingJobs(step.options()) : enqueuer.jobs(step.options()));
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
