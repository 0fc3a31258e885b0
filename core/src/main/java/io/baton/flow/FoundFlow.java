package io.baton.flow;

import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.FlowStatus;
import io.baton.FlowStepState;
import io.baton.batch.FoundBatch;
import io.baton.flow.FlowStore.StepItems;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The status of a flow, as one transaction found it. */
public record FoundFlow(
        BatchId id,
        @Nullable String key,
        BatchState state,
        @Nullable Instant completedAt,
        List<FlowStatus.Step> steps) implements FlowStatus {

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
            String name, List<String> after, FlowStepState state, long items, long remaining, long dead, long cancelled)
            implements FlowStatus.Step {}
}
