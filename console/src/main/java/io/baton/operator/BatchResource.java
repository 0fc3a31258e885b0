package io.baton.operator;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.Batches;
import io.baton.Flows;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.monitor.Monitor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.PageRequest;

/** Batches, or flows: how far they are, and what becomes of their dead jobs. A flow is found as a batch too. */
record BatchResource(boolean ofFlows, Batches batches, Flows flows, Jobs jobs, Monitor monitor) implements Resource {

    /** One call changes so many jobs at most. */
    static final int MOST_CHANGED = 2_000;

    private static final Logger log = LoggerFactory.getLogger(BatchResource.class);
    private static final int PORTION = 500;
    private static final String FAILED =
            "The call failed before it had changed all; the log of the application says why. It goes on with the value \"next\"";

    @Override
    public String name() {
        return ofFlows ? "flows" : "batches";
    }

    /** Returns the newest first. */
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
    public Set<String> actions() {
        return ofFlows ? Set.of("cancel", "cancel-dead", "revive-dead") : Set.of("cancel-dead", "revive-dead");
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
    public Done change(String id, String action, @Nullable String value) {
        BatchId batch = new BatchId(Values.id(id));
        if (!action.equals("cancel")) {
            return changeDead(batch, action, value);
        }
        if (flows.cancel(batch).state() == BatchState.COMPLETE) {
            throw RefusedException.conflict("The flow has ended");
        }
        return new Done(action, id);
    }

    /**
     * Changes the newest dead jobs, of those before the one that the call before this ended with. If it fails halfway, it returns
     * the number of changed jobs and the value with which to go on.
     */
    private Done changeDead(BatchId batch, String action, @Nullable String value) {
        if (find(batch).isEmpty()) {
            throw RefusedException.notFound("There is none of this id among " + name());
        }
        JobId next = value == null || value.isBlank() ? null : new JobId(Values.id(value.strip()));
        long changed = 0;
        for (int portion = 0; portion == 0 || (next != null && portion < MOST_CHANGED / PORTION); portion++) {
            try {
                Portion done = changePortion(batch, action, next);
                changed += done.changed();
                next = done.next();
            } catch (RuntimeException e) {
                if (changed == 0) {
                    throw e;
                }
                log.warn(
                        "{} of the batch {} failed after {} jobs: {}",
                        LogText.of(action),
                        batch.value(),
                        changed,
                        FailureText.of(e));
                log.debug("{} of the batch {} failed", LogText.of(action), batch.value(), LoggedFailure.of(e));
                return new Done(action, batch.toString(), changed, text(next), FAILED);
            }
        }
        return new Done(action, batch.toString(), changed, text(next), null);
    }

    private static @Nullable String text(@Nullable JobId id) {
        return id == null ? null : Long.toString(id.value());
    }

    /** So many as one transaction changes. */
    private Portion changePortion(BatchId batch, String action, @Nullable JobId before) {
        JobFilter dead = JobFilter.all().batch(batch).state(JobState.DEAD);
        JobFilter searched = before == null ? dead : dead.before(before);
        Optional<JobId> left = jobs.search(searched, PageRequest.of(PORTION, 1)).stream()
                .findFirst()
                .map(JobDetails::id);
        JobFilter portion = left.map(searched::after).orElse(searched);
        long changed = action.equals("revive-dead") ? jobs.reviveAll(portion) : jobs.cancelAll(portion);
        return new Portion(changed, left.map(job -> new JobId(job.value() + 1)).orElse(null));
    }

    /**
     * What was changed in one transaction.
     *
     * @param next before which there are more; null if there are none
     */
    private record Portion(long changed, @Nullable JobId next) {}
}
