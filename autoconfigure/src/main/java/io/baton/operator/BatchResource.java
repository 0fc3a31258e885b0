package io.baton.operator;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.Batches;
import io.baton.Flows;
import io.baton.monitor.Monitor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Batches, or flows: how far they are. A flow is found as a batch too. */
record BatchResource(boolean ofFlows, Batches batches, Flows flows, Monitor monitor) implements Resource {

    @Override
    public String name() {
        return ofFlows ? "flows" : "batches";
    }

    /** The newest first. */
    @Override
    public Page list(Query query) {
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
    public Set<String> actions() {
        return ofFlows ? Set.of("cancel") : Set.of();
    }

    @Override
    public Done change(String id, String action, @Nullable String value) {
        if (!ofFlows) {
            throw RefusedException.invalid("Nothing can be done with batches: change their jobs");
        }
        if (flows.cancel(new BatchId(Values.id(id))).state() == BatchState.COMPLETE) {
            throw RefusedException.conflict("The flow has ended");
        }
        return new Done(action, id);
    }
}
