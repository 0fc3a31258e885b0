package io.baton.operator;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.Batches;
import io.baton.Flows;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.monitor.Monitor;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows the progress of batches or flows, and revives or cancels their dead jobs. A flow is found as a batch too. */
record BatchResource(boolean ofFlows, Batches batches, Flows flows, Jobs jobs, Monitor monitor) implements Resource {

    /** Returns the newest batches or flows first. */
    @Override
    public Page list(Query query, Shown shown) {
        String after = query.after();
        List<BatchId> found =
                monitor.batches(after == null ? null : new BatchId(Values.id(after)), ofFlows, query.limit() + 1);
        return Page.of(found, query.limit(), BatchId::toString, this::find);
    }

    private Optional<?> find(BatchId id) {
        return ofFlows ? flows.find(id) : batches.find(id).map(Batch::status);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return find(new BatchId(Values.id(id)));
    }

    @Override
    public @Nullable String was(String id, String action) {
        return action.equals("cancel")
                ? flows.find(new BatchId(Values.id(id)))
                        .map(flow -> flow.state().name())
                        .orElse(null)
                : null;
    }

    @Override
    public Done change(String id, String action, @Nullable String value, Shown shown) {
        BatchId batch = new BatchId(Values.id(id));
        if (!action.equals("cancel")) {
            return changeDead(batch, action, value);
        }
        if (flows.cancel(batch).state() == BatchState.COMPLETE) {
            throw RefusedException.conflict("The flow has ended");
        }
        return new Done(action, id);
    }

    /** Changes the newest dead jobs, beginning before the job in the value, with which the last call ended. */
    private Done changeDead(BatchId batch, String action, @Nullable String value) {
        if (find(batch).isEmpty()) {
            throw RefusedException.notFound("There is none of this id among " + (ofFlows ? "flows" : "batches"));
        }
        JobFilter dead = JobFilter.all().batch(batch).state(JobState.DEAD);
        return new MatchingResource(jobs, monitor)
                .changeAll(
                        new Done(action, batch.toString()),
                        value == null || value.isBlank() ? dead : dead.before(new JobId(Values.id(value.strip()))),
                        action.equals("revive-dead") ? jobs::reviveAll : jobs::cancelAll,
                        JobId::toString);
    }
}
