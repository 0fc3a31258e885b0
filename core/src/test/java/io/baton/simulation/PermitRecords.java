package io.baton.simulation;

import io.baton.JobState;
import io.baton.job.Fence;
import io.baton.testing.memory.JobPermits;
import io.baton.testing.memory.JobRow;
import io.baton.testing.memory.MemoryView;
import io.baton.testing.memory.PermitRow.State;
import io.baton.type.Names;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs run at once that need a permit of the same limit, and what is left of permits in the end. A permit belongs to the job: what counts is
 * the run under its present claim. A run that goes on though its job was taken back, since its node was frozen, is not one that the limit can stop.
 */
final class PermitRecords {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long PROMPT_NANOS = 50_000_000;

    private final World world;
    private final Findings findings;
    private long freeSince = NEVER;
    private boolean unheard;

    PermitRecords(World world, Findings findings) {
        this.world = world;
        this.findings = findings;
    }

    /** A run has begun; these are under way, on whatever node. */
    void started(Fence begun, List<Fence> underway) {
        JobRow row = held(begun);
        boolean lacking = world.ledger().plan(begun.id()).type().equals(Behavior.LACKING);
        findings.require(
                row == null || !lacking || row.permits().contains(LimitedJobs.ASKED),
                () -> row + " runs without the permit that its handler asks for");
        if (row == null || row.permits().isEmpty()) {
            return;
        }
        List<JobRow> running =
                underway.stream().map(this::held).filter(Objects::nonNull).toList();
        for (String name : semaphores(row)) {
            int capacity = world.limits().most(name);
            List<JobRow> holders = running.stream()
                    .filter(each -> each.permits().contains(name))
                    .toList();
            findings.require(
                    holders.size() <= capacity,
                    () -> holders.size() + " jobs run that need a permit of \"" + name + "\", of which there are "
                            + capacity + ": " + holders);
            if (holders.size() == capacity) {
                findings.met(Probe.LIMIT_REACHED);
            }
        }
    }

    private static List<String> semaphores(JobRow row) {
        return row.permits().stream().filter(name -> !Names.isRate(name)).toList();
    }

    /** Permits of a job have changed: an admission gives none beyond what there are at that moment. */
    void changed(long job, @Nullable JobPermits before, @Nullable JobPermits after) {
        if (after == null || world.mutation() != Mutation.NONE) {
            return;
        }
        for (String name : world.setup().limits().keySet()) {
            if (after.has(name, State.HELD) && (before == null || !before.has(name, State.HELD))) {
                int held = world.database().permits().held(name);
                int capacity = world.limits().capacity(name);
                findings.require(
                        held <= capacity,
                        () -> "job " + job + " gets a permit of \"" + name + "\", of which there are " + capacity
                                + ", and is the one that makes " + held);
            }
        }
    }

    /** A job was moved: its permits follow from its state. What a mutation makes of that is to be noticed by what it does. */
    void fitting(JobRow row) {
        JobPermits permits = world.database().permits().permits().get(row.id());
        if (permits == null || world.mutation() != Mutation.NONE) {
            return;
        }
        boolean fit =
                switch (row.state()) {
                    case BLOCKED -> IntStream.range(0, permits.rows().size()).anyMatch(permits::areHeldUpTo);
                    case READY, CLAIMED -> permits.areHeldUpTo(permits.rows().size());
                    default -> permits.areHeldUpTo(-1);
                };
        findings.require(fit, () -> row + " has permits that it cannot have then: " + permits);
    }

    private @Nullable JobRow held(Fence fence) {
        JobRow row = world.database().job(fence.id());
        return row != null && fence.lockId().equals(row.lockId()) ? row : null;
    }

    /** Others did not hear of a touch. */
    void unheard() {
        unheard = true;
    }

    /** Where nothing goes wrong and everybody hears of everything, nobody waits for long beside a free permit. */
    void look() {
        if (!world.setup().limited() || !world.setup().isCalm()) {
            return;
        }
        MemoryView seen = world.database().permits();
        boolean isFree = world.setup().limits().keySet().stream()
                .anyMatch(name -> seen.awaiting(name) > 0
                        && seen.held(name) < world.limits().capacity(name));
        if (!isFree) {
            freeSince = NEVER;
            unheard = false;
        } else if (freeSince == NEVER) {
            freeSince = world.timeline().now();
        }
        findings.require(
                freeSince == NEVER || unheard || world.timeline().now() - freeSince <= PROMPT_NANOS,
                () -> "jobs wait though there is a permit: " + seen.permits());
    }

    /** All is over: what is left are the permits of dead jobs, none of which holds or awaits any. */
    void close() {
        MemoryView left = world.database().permits();
        left.permits().forEach((id, permits) -> {
            JobRow row = left.jobs().get(id);
            findings.require(
                    row != null && row.state() == JobState.DEAD,
                    () -> "job " + id + " has ended, but its permits are left: " + permits);
            findings.require(
                    !permits.any(State.HELD) && !permits.any(State.WAITING),
                    () -> row + " is dead, but holds or awaits permits: " + permits);
        });
    }
}
