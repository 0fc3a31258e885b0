package io.baton.flow;

import io.baton.batch.BatchRoles;
import io.baton.batch.Continuation;
import io.baton.batch.LockedBatch;
import io.baton.batch.TouchedGroups;
import io.baton.job.JobReleases;
import io.baton.job.Released;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Releases the jobs of steps that are free, and cancels those of flows that were cancelled, in portions.
 *
 * @param flows where the order of steps is
 * @param batches where the batches of flows are
 * @param jobs where the jobs are
 * @param touched is told of flows that are to be looked at
 * @param most how many jobs are released or cancelled in one transaction
 */
public record FlowRelease(FlowStore flows, BatchRoles batches, JobReleases jobs, TouchedGroups touched, int most)
        implements Continuation {

    private static final int PORTION = 1_000;
    private static final int FLOWS_AT_ONCE = 200;

    /** As many groups as one fold takes. */
    private static final int NOTED = 100;

    /** Creates a release in portions that keep transactions short. */
    public FlowRelease(FlowStore flows, BatchRoles batches, JobReleases jobs, TouchedGroups touched) {
        this(flows, batches, jobs, touched, PORTION);
    }

    @Override
    public Progress goOn(LockedBatch flow) {
        return flow.cancelled() ? cancel(flow.id()) : release(flow.id());
    }

    /** A step that has an open group lets nothing start. */
    @Override
    public Progress goOn(LockedBatch flow, Collection<Long> ended) {
        return flows.anyStepEnded(flow.id(), ended) ? goOn(flow) : Progress.NONE;
    }

    private Progress release(long batch) {
        StepOrder.ofOpen(flows, batch).toRelease().forEach(step -> flows.unblock(batch, step.number()));
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
     * Until no job is left that is neither asked to stop nor ended; the dead ones stay as they are. What has ended already is folded before: it would
     * be looked through again and again.
     */
    private Progress cancel(long batch) {
        if (batches.notes().notedGroups(batch, NOTED).size() > NOTED) {
            return new Progress(Set.of(), true, false);
        }
        List<Long> groups = flows.openGroups(batch, most);
        List<Long> ids = new ArrayList<>();
        for (int next = 0; next < groups.size() && ids.size() < most; next++) {
            ids.addAll(flows.livingJobs(groups.get(next), most - ids.size()));
        }
        List<Long> inner = ids.size() < most ? flows.livingFlows(batch, FLOWS_AT_ONCE) : List.of();
        if (ids.isEmpty() && inner.isEmpty()) {
            // others may follow on as many groups whose jobs were asked to stop, and do not
            return groups.size() < most ? Progress.NONE : new Progress(Set.of(), true, true);
        }
        long cancelled = inner.stream().filter(this::cancelInner).count();
        int reached = ids.isEmpty() ? 0 : jobs.cancelFree(ids);
        return new Progress(Set.of(), true, cancelled + reached == 0);
    }

    /** A flow within another was made after it, so that their rows are locked in the order of their ids. */
    private boolean cancelInner(long flow) {
        return batches.locks()
                .lockFree(flow)
                .map(locked -> {
                    batches.locks().cancel(flow);
                    touched.lookAtAfterCommit(flow, batches);
                    return true;
                })
                .orElse(false);
    }

    @Override
    public void forgetGroup(long group) {
        flows.forgetGroup(group);
    }

    @Override
    public boolean forgetGroups(Collection<Long> groups, int most) {
        return flows.forgetGroups(groups, most);
    }

    @Override
    public void forget(long batch) {
        flows.forget(batch);
    }
}
