package io.baton.simulation;

import io.baton.JobState;
import io.baton.testing.memory.BatchRow;
import io.baton.testing.memory.GroupRow;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is known of batches and flows: what waits for them starts when all that it waits for has ended, and not before. */
final class BatchRecords {

    private final World world;
    private final Findings findings;
    private final Map<Long, KnownBatch> known = new TreeMap<>();

    BatchRecords(World world, Findings findings) {
        this.world = world;
        this.findings = findings;
    }

    KnownBatch add(KnownBatch batch) {
        known.put(batch.id(), batch);
        return batch;
    }

    /** A person is about to cancel the flow. */
    void cancelAsked(long batch) {
        KnownBatch flow = Objects.requireNonNull(known.get(batch));
        Stream.concat(flow.stages().stream(), flow.waiting().stream())
                .forEach(stage -> stage.jobs().forEach(job -> job.cancelAsked = true));
    }

    /** The dead jobs that somebody waits for. */
    Stream<Account> dead() {
        return known.values().stream()
                .filter(batch -> !row(batch).isComplete() && !row(batch).isCancelled())
                .flatMap(KnownBatch::jobs)
                .filter(job -> job.state == JobState.DEAD);
    }

    private BatchRow row(KnownBatch batch) {
        return Objects.requireNonNull(world.database().batch(batch.id()));
    }

    /** A job is about to run, or does not wait for others any more. */
    void mayStart(long id, Account job, String how) {
        findings.require(
                job.stage == null || job.stage.mayStart(),
                () -> "job " + id + " " + how + " before all have ended that it waits for: " + job.stage);
    }

    /** A change of a batch's row was committed. */
    void changed(long id, @Nullable BatchRow before, @Nullable BatchRow after) {
        KnownBatch batch = known.get(id);
        if (before == null || after == null || batch == null) {
            return;
        }
        world.trace().say(after::toString);
        findings.require(!before.isComplete() || after.isComplete(), () -> after + " was complete before");
        if (after.isCancelled() && !before.isCancelled()) {
            findings.met(Probe.FLOW_CANCELLED);
        }
        if (after.isStuck() && !before.isStuck()) {
            findings.met(Probe.INNER_STUCK);
        }
        if (after.isComplete() && !before.isComplete()) {
            completed(batch, after);
        }
    }

    private void completed(KnownBatch batch, BatchRow row) {
        findings.met(Probe.BATCH_COMPLETE);
        findings.require(row.isSealed(), () -> row + ", but not sealed");
        findings.require(
                row.isCancelled() ? batch.all().areOver() : batch.all().mayStart(),
                () -> row + ", though not all have ended: " + batch.stages());
    }

    /** Whether all is known of all batches. */
    boolean isTidy() {
        return world.database().acks().isEmpty()
                && known.values().stream().allMatch(batch -> row(batch).isComplete());
    }

    String untidy() {
        return "acks " + world.database().acks() + " of " + world.database().batches();
    }

    /** All is over. */
    void close() {
        known.values().forEach(this::close);
    }

    private void close(KnownBatch batch) {
        BatchRow row = row(batch);
        long cancelled =
                batch.jobs().filter(job -> job.state == JobState.CANCELLED).count();
        int counted = 0;
        for (GroupRow group : world.database().groups(batch.id())) {
            findings.require(
                    group.remaining() == (row.isCancelled() ? group.deaths() : 0),
                    () -> row + ", but not all of its items have ended: " + group);
            findings.require(
                    group.blocked() == 0 || row.isCancelled(), () -> row + ", but a step is blocked: " + group);
            counted += group.cancelled();
        }
        int found = counted;
        findings.require(found == cancelled, () -> row + ": " + cancelled + " are cancelled, not " + found);
    }
}
