package io.baton.admin;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.Enqueued;
import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.Jobs;
import io.baton.PartitionStrategy;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.DueTimes;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.JobAdmin;
import io.baton.job.WorkerStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/** The bean that applications inject. */
public final class BatonJobs implements Jobs {

    private final Enqueuer enqueuer;
    private final JobAdministration office;
    private final DrainWatch drain;
    private final QueueAdministration pauses;
    private final CallersTransaction transaction;
    private final Batches batches;

    /**
     * Creates the bean.
     *
     * @param workers on the connections of the jobs
     */
    public BatonJobs(
            Enqueuer enqueuer,
            JobAdmin store,
            WorkerStore workers,
            CallersTransaction transaction,
            SignalAfterCommit signal,
            Batches batches) {
        this.enqueuer = enqueuer;
        this.transaction = transaction;
        this.batches = batches;
        this.office = new JobAdministration(store, transaction, signal);
        this.drain = new DrainWatch(store, transaction);
        this.pauses = new QueueAdministration(store, workers, transaction, signal);
    }

    /** Returns what stores its jobs. */
    public Enqueuer enqueuer() {
        return enqueuer;
    }

    @Override
    public Enqueued enqueue(Object payload, Consumer<JobOptions> options) {
        return enqueuer.enqueue(payload, options);
    }

    @Override
    public Enqueued enqueueNamed(String type, Consumer<JobOptions> options) {
        return enqueuer.enqueueNamed(type, options);
    }

    @Override
    public Enqueued enqueueNamed(String type, Object payload, Consumer<JobOptions> options) {
        return enqueuer.enqueueNamed(type, payload, options);
    }

    @Override
    public List<Enqueued> enqueueEach(Iterator<?> payloads, Consumer<JobOptions> options) {
        return enqueuer.enqueueEach(payloads, options);
    }

    @Override
    public long enqueueAll(Iterator<?> payloads, Consumer<JobOptions> options) {
        return enqueuer.enqueueAll(payloads, options);
    }

    @Override
    public <T> List<Enqueued> enqueueEach(Iterator<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return enqueuer.enqueueEach(payloads, options);
    }

    @Override
    public <T> long enqueueAll(Iterator<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return enqueuer.enqueueAll(payloads, options);
    }

    @Override
    public Batch enqueuePartitioned(
            Object payload, int partitions, PartitionStrategy strategy, Consumer<JobOptions> options) {
        return transaction.join(() -> {
            Batch batch = batches.open();
            batch.addPartitioned(payload, partitions, strategy, options);
            batch.seal();
            return batch;
        });
    }

    @Override
    public Optional<JobDetails> find(JobId id) {
        return office.find(id);
    }

    @Override
    public Slice<JobDetails> search(JobFilter filter, Pageable page) {
        return office.search(filter, page);
    }

    @Override
    public List<JobCount> counts() {
        return office.counts();
    }

    @Override
    public boolean cancel(JobId id) {
        return office.cancel(id);
    }

    @Override
    public long cancelAll(JobFilter filter) {
        return office.cancelAll(filter);
    }

    @Override
    public boolean revive(JobId id) {
        return office.revive(id);
    }

    @Override
    public long reviveAll(JobFilter filter) {
        return office.reviveAll(filter);
    }

    @Override
    public boolean reschedule(JobId id, Instant time) {
        return office.reschedule(id, DueTimes.at(time));
    }

    @Override
    public boolean reschedule(JobId id, Duration delay) {
        return office.reschedule(id, DueTimes.after(delay));
    }

    @Override
    public long rescheduleAll(JobFilter filter, Instant time) {
        return office.rescheduleAll(filter, DueTimes.at(time));
    }

    @Override
    public long rescheduleAll(JobFilter filter, Duration delay) {
        return office.rescheduleAll(filter, DueTimes.after(delay));
    }

    @Override
    public boolean pause(String queue) {
        return pauses.pause(queue, null);
    }

    @Override
    public boolean pause(String queue, Instant until) {
        return pauses.pause(queue, DueTimes.at(until));
    }

    @Override
    public boolean resume(String queue) {
        return pauses.resume(queue);
    }

    @Override
    public boolean drained(JobFilter filter) {
        return drain.isDrained(filter);
    }

    @Override
    public boolean awaitDrained(JobFilter filter, Duration timeout) {
        return drain.await(filter, timeout);
    }
}
