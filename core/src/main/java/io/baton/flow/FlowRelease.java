package io.baton.flow;

import io.baton.batch.BatchReducer.Continuation;
import io.baton.batch.BatchStore;
import io.baton.batch.LockedBatch;
import io.baton.job.DirtySet;
import io.baton.job.JobReleases;
import io.baton.job.JobReleases.Released;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Releases the jobs of steps that can start, and cancels those of cancelled flows, at most {@code most} in a transaction. */
public record FlowRelease(FlowStore flows, BatchStore batches, JobReleases jobs, DirtySet<Long> dirty, int most)
        implements Continuation {

    /** Keeps transactions short. */
    public static final int PORTION = 1_000;

    private static final int FLOWS_AT_ONCE = 200;
    private static final int RESULTS = 500;

    /** The number of groups that one fold reads. */
    private static final int NOTED = 100;

    /** Advances the flow only if a step of the ended groups has ended, because a step with an open group releases no other. */
    @Override
    public Progress advance(LockedBatch flow, @Nullable Collection<Long> ended) {
        if (ended != null && !flows.anyStepEnded(flow.id(), ended)) {
            return Progress.NONE;
        }
        return flow.cancelled() ? cancel(flow.id()) : release(flow.id());
    }

    private Progress release(long batch) {
        new StepOrder(flows.steps(batch), flows.items(batch, true))
                .toRelease()
                .forEach(step -> flows.unblock(batch, step.number()));
        List<Long> groups = flows.releasing(batch);
        if (groups.isEmpty()) {
            return Progress.NONE;
        }
        Map<Long, List<Long>> portion = new LinkedHashMap<>();
        int room = most;
        for (int next = 0; room > 0 && next < groups.size(); next++) {
            List<Long> blocked = flows.blockedJobs(groups.get(next), room);
            portion.put(groups.get(next), blocked);
            room -= blocked.size();
        }
        List<Long> ids = portion.values().stream().flatMap(List::stream).toList();
        Released released = jobs.release(ids);
        boolean isWhole = room > 0;
        groups.forEach(group -> {
            List<Long> blocked = portion.get(group);
            if (blocked != null
                    && blocked.stream().noneMatch(released.busy()::contains)
                    && (isWhole || blocked.isEmpty())) {
                flows.released(group);
            }
        });
        boolean unfinished = !isWhole || !released.busy().isEmpty();
        return new Progress(
                released.ready(), unfinished, !ids.isEmpty() && released.busy().size() == ids.size());
    }

    /**
     * Cancels until each job has ended, is dead or was requested to stop. Waits until most acknowledgements are folded, so that items that have ended
     * are not scanned again and again.
     */
    private Progress cancel(long batch) {
        if (batches.notedGroups(batch, NOTED).size() > NOTED) {
            return new Progress(Set.of(), true, false);
        }
        List<Long> groups = flows.openGroups(batch, most);
        List<Long> ids = new ArrayList<>();
        for (int next = 0; next < groups.size() && ids.size() < most; next++) {
            ids.addAll(flows.livingJobs(groups.get(next), most - ids.size()));
        }
        List<Long> inner = ids.size() < most ? flows.livingFlows(batch, FLOWS_AT_ONCE) : List.of();
        if (ids.isEmpty() && inner.isEmpty()) {
            // a full portion of groups may have only jobs that were requested to stop and still run
            return groups.size() < most ? Progress.NONE : new Progress(Set.of(), true, true);
        }
        // inner flows were created after the outer one, so rows are locked in ascending id
        int cancelled = 0;
        for (long flow : inner) {
            if (batches.lockFree(flow).isPresent()) {
                batches.cancel(flow);
                batches.note(flow);
                dirty.markAfterCommit(List.of(-flow));
                cancelled++;
            }
        }
        int reached = ids.isEmpty() ? 0 : jobs.cancelFree(ids);
        return new Progress(Set.of(), true, cancelled + reached == 0);
    }

    @Override
    public boolean forgetGroups(Collection<Long> groups) {
        return flows.forgetGroups(groups, RESULTS);
    }

    @Override
    public void forget(long batch) {
        flows.forget(batch);
    }
}
