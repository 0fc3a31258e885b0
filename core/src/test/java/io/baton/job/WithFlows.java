package io.baton.job;

import io.baton.Batch;
import io.baton.FlowStatus;
import io.baton.FlowStepState;
import java.util.List;

/** Tests of flows. */
abstract class WithFlows extends WithBatches {

    FlowStatus status(Batch flow) {
        return on.flows.find(flow.id()).orElseThrow();
    }

    List<FlowStepState> states(Batch flow) {
        return status(flow).steps().stream().map(FlowStatus.Step::state).toList();
    }

    int complete(int most) {
        int ended = on.end(most, Outcome.Completed.PLAIN);
        on.fold();
        return ended;
    }
}
