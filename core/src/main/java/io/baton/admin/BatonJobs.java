package io.baton.admin;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.BatonException;
import io.baton.DuplicateJobException;
import io.baton.Enqueued;
import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.Due;
import io.baton.job.JobAdmin;
import io.baton.job.StateCode.States;
import io.baton.job.WorkerStore;
import io.baton.loop.LogText;
import io.baton.type.Names;
import io.baton.type.NearMiss;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;

/** The bean {@link Jobs}, which applications inject. */
public record BatonJobs(
        Enqueuer enqueuer,
        JobAdmin store,
        WorkerStore workers,
        CallersTransaction transaction,
        SignalAfterCommit signal,
        Batches batches)
        implements Jobs {

    private static final Logger log = LoggerFactory.getLogger(BatonJobs.class);
    private static final int LARGEST_PAGE = 1000;
    private static final int FURTHEST = 10_000;
    private static final Sort NEWEST_FIRST = Sort.by(Sort.Direction.DESC, "id");
    private static final Duration LONGEST_WAIT = Duration.ofDays(365 * 100);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

    private JobChanges changes() {
        return new JobChanges(store, transaction, signal);
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
    public List<Enqueued> enqueueEach(Stream<?> payloads, Consumer<JobOptions> options) {
        try (payloads) {
            return enqueuer.enqueueEach(payloads.iterator(), enqueuer.jobs(options));
        }
    }

    @Override
    public long enqueueAll(Stream<?> payloads, Consumer<JobOptions> options) {
        try (payloads) {
            return enqueuer.enqueueAll(payloads.iterator(), enqueuer.jobs(options));
        }
    }

    @Override
    public <T> List<Enqueued> enqueueEach(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        try (payloads) {
            return enqueuer.enqueueEach(payloads.iterator(), enqueuer.jobs(options));
        }
    }

    @Override
    public <T> long enqueueAll(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        try (payloads) {
            return enqueuer.enqueueAll(payloads.iterator(), enqueuer.jobs(options));
        }
    }

    @Override
    public Batch enqueuePartitioned(Object payload, int partitions, Consumer<JobOptions> options) {
        return transaction.join("an enqueue of partitions", () -> {
            Batch batch = batches.open();
            batch.addPartitioned(payload, partitions, options);
            batch.seal();
            return batch;
        });
    }

    @Override
    public Optional<JobDetails> find(JobId id) {
        return transaction.read(() -> store.find(id.value()));
    }

    @Override
    public Slice<JobDetails> search(JobFilter filter, Pageable page) {
        int size = checkedSize(page);
        List<JobDetails> found = transaction.read(() -> store.search(filter, page.getOffset(), size + 1));
        boolean more = found.size() > size;
        return new SliceImpl<>(more ? found.subList(0, size) : found, page, more);
    }

    private static int checkedSize(Pageable page) {
        if (page.isUnpaged()) {
            throw new BatonException(
                    "Jobs cannot be searched without a page: there may be millions; use PageRequest.of(0, 100)");
        }
        if (page.getSort().isSorted() && !page.getSort().equals(NEWEST_FIRST)) {
            throw new BatonException("Jobs cannot be searched in the order \"" + page.getSort()
                    + "\": they come newest first; leave the order out, or sort by id descending");
        }
        if (page.getPageSize() > LARGEST_PAGE) {
            throw new BatonException(
                    "A page of jobs has at most " + LARGEST_PAGE + " of them, not " + page.getPageSize());
        }
        if (page.getOffset() + page.getPageSize() > FURTHEST) {
            throw new BatonException("Pages of jobs reach no further than the newest " + FURTHEST
                    + " that match, but page " + page.getPageNumber() + " of " + page.getPageSize()
                    + " does; for older ones, request the first page with JobFilter.before(the last job seen)");
        }
        return page.getPageSize();
    }

    @Override
    public List<JobCount> counts() {
        return transaction.read(store::counts);
    }

    @Override
    public boolean cancel(JobId id) {
        return transaction.join("the cancel of job " + id, () -> store.cancel(List.of(id.value())) > 0);
    }

    @Override
    public long cancelAll(JobFilter filter) {
        boolean evenDead = filter.states().contains(JobState.DEAD) || filter.errorContains() != null;
        Set<JobState> states = evenDead ? States.LIVE : States.UNFINISHED;
        return changes().all(filter, states, false, ids -> store.cancel(ids, evenDead));
    }

    @Override
    public boolean revive(JobId id) {
        boolean revived = changes().one("the revival of job " + id, id, store::revive);
        if (!revived && find(id).filter(job -> job.state() == JobState.DEAD).isPresent()) {
            throw new DuplicateJobException(
                    "Job " + id
                            + " was not revived: another job holds its unique key. Cancel that one first, or let it do the work");
        }
        return revived;
    }

    @Override
    public long reviveAll(JobFilter filter) {
        return changes().all(filter, Set.of(JobState.DEAD), true, store::revive);
    }

    @Override
    public boolean reschedule(JobId id, Instant time) {
        return reschedule(id, Due.at(time));
    }

    @Override
    public boolean reschedule(JobId id, Duration delay) {
        return reschedule(id, Due.after(delay));
    }

    private boolean reschedule(JobId id, Due due) {
        return changes().one("the reschedule of job " + id, id, ids -> store.reschedule(ids, due));
    }

    @Override
    public long rescheduleAll(JobFilter filter, Instant time) {
        return rescheduleAll(filter, Due.at(time));
    }

    @Override
    public long rescheduleAll(JobFilter filter, Duration delay) {
        return rescheduleAll(filter, Due.after(delay));
    }

    private long rescheduleAll(JobFilter filter, Due due) {
        return changes().all(filter, States.TO_CLAIM, true, ids -> store.reschedule(ids, due));
    }

    @Override
    public boolean pause(String queue) {
        return pause(queue, (Due) null);
    }

    @Override
    public boolean pause(String queue, Instant until) {
        return pause(queue, Due.at(until));
    }

    @Override
    public boolean pause(String queue, Duration time) {
        return pause(queue, Due.after(time));
    }

    /** Pauses a queue, which may be before the first node that serves it starts. Returns whether the queue is known. */
    private boolean pause(String queue, @Nullable Due until) {
        String name = Names.queue(queue);
        return transaction.join("the pause of queue \"" + name + "\"", () -> {
            store.pause(name, until);
            signal.announcePausesChanged();
            Set<String> served = workers.queuesServed();
            boolean known =
                    served.contains(name) || store.anyUnfinished(JobFilter.all().queue(name));
            if (!known) {
                log.warn(
                        "The queue '{}' is paused, but no living node serves it and it has no jobs.{} Jobs.resume resumes it",
                        LogText.of(name),
                        LogText.of(NearMiss.question(name, served)));
            }
            return known;
        });
    }

    @Override
    public boolean resume(String queue) {
        String name = Names.queue(queue);
        return transaction.join("the resume of queue \"" + name + "\"", () -> {
            boolean paused = store.resume(name);
            signal.announcePausesChanged();
            return paused;
        });
    }

    @Override
    public boolean drained(JobFilter filter) {
        return transaction.read(() -> !store.anyUnfinished(filter));
    }

    @Override
    public boolean awaitDrained(JobFilter filter, Duration timeout) {
        transaction.refuseInside("Jobs.awaitDrained");
        long deadline = System.nanoTime() + (timeout.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : timeout).toNanos();
        long pause = FIRST_PAUSE;
        while (!drained(filter)) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, Math.min(pause, left));
            if (Thread.currentThread().isInterrupted()) {
                throw new BatonException("The thread was interrupted while it waited for jobs to end");
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
        return true;
    }
}
