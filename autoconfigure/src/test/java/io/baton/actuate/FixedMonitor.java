package io.baton.actuate;

import io.baton.BatchId;
import io.baton.JobFilter;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.ActiveMinute;
import io.baton.monitor.Monitor.HeldJob;
import io.baton.monitor.Monitor.JobRelations;
import io.baton.monitor.Monitor.QueueStatus;
import io.baton.monitor.Monitor.WorkerStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cluster in which there is nothing but how permits are used. */
class FixedMonitor implements Monitor {

    private final List<PermitUse> permits;

    FixedMonitor(PermitUse... permits) {
        this.permits = List.of(permits);
    }

    @Override
    public List<QueueStatus> queues() {
        return List.of();
    }

    @Override
    public List<WorkerStatus> workers(int limit) {
        return List.of();
    }

    @Override
    public Optional<WorkerStatus> worker(long id) {
        return Optional.empty();
    }

    @Override
    public List<HeldJob> held(long worker, int limit) {
        return List.of();
    }

    @Override
    public JobRelations relations(long job) {
        return new JobRelations(null, false, null, List.of(), null, null);
    }

    @Override
    public long living() {
        return 0;
    }

    @Override
    public List<BatchId> batches(@Nullable BatchId before, boolean flows, int limit) {
        return List.of();
    }

    @Override
    public List<ListedLimit> limits(String after, int limit) {
        return List.of();
    }

    @Override
    public List<String> schedules(String after, int limit) {
        return List.of();
    }

    @Override
    public List<PermitUse> permits(int limit) {
        return permits;
    }

    @Override
    public long openBatches() {
        return 0;
    }

    @Override
    public List<BatchId> stuckBatches(int limit) {
        return List.of();
    }

    @Override
    public List<ActiveMinute> lastHour() {
        return List.of();
    }

    @Override
    public List<RateUse> rates(int limit) {
        return List.of();
    }

    @Override
    public Instant now() {
        return Instant.EPOCH;
    }

    @Override
    public Window window(JobFilter filter) {
        return new Window(filter, null);
    }

    @Override
    public Matching matching(JobFilter filter) {
        return new Matching(0, false, null, Map.of());
    }

    @Override
    public List<LimitedJob> holders(String key) {
        return List.of();
    }

    @Override
    public List<LimitedJob> waiters(String key) {
        return List.of();
    }

    @Override
    public Ended endedWithin(int seconds) {
        return new Ended(0, 0, 0);
    }

    @Override
    public long diedWithin(int minutes) {
        return 0;
    }
}
