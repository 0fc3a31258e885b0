package io.baton.flow;

import io.baton.flow.FlowStore.StepItems;
import io.baton.flow.FlowStore.StoredStep;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Computes which of these steps, which are in ascending order, have ended and which may start. */
record StepOrder(List<StoredStep> steps, Map<Integer, StepItems> items) {

    StepItems items(StoredStep step) {
        return items.getOrDefault(step.number(), StepItems.NONE);
    }

    /** Returns the numbers of the ended steps. A step has ended when none of its items is open and all steps before it have ended. */
    BitSet ended() {
        BitSet ended = new BitSet();
        for (StoredStep step : steps) {
            if (items(step).remaining() == 0 && isFree(step, ended)) {
                ended.set(step.number());
            }
        }
        return ended;
    }

    /** Returns the blocked steps whose preceding steps have all ended. */
    List<StoredStep> toRelease() {
        BitSet ended = ended();
        return steps.stream()
                .filter(step -> items(step).blocked() && isFree(step, ended))
                .toList();
    }

    private static boolean isFree(StoredStep step, BitSet ended) {
        return step.after().stream().allMatch(ended::get);
    }
}
