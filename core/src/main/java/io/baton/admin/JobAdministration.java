package io.baton.admin;

import io.baton.DuplicateJobException;
import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.Due;
import io.baton.job.JobAdmin;
import io.baton.job.ReadyJobs;
import io.baton.job.States;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;

/** Where people ask about jobs and change their fate, one or many at a time. */
final class JobAdministration {

    private static final Set<JobState> DEAD = Set.of(JobState.DEAD);

    private final JobAdmin store;
    private final CallersTransaction transaction;
    private final SignalAfterCommit signal;
    private final BulkChange bulk;

    JobAdministration(JobAdmin store, CallersTransaction transaction, SignalAfterCommit signal) {
        this.store = store;
        this.transaction = transaction;
        this.signal = signal;
        this.bulk = new BulkChange(store, transaction);
    }

    Optional<JobDetails> find(JobId id) {
        return transaction.read(() -> store.find(id.value()));
    }

    Slice<JobDetails> search(JobFilter filter, Pageable page) {
        int size = SearchPage.checkedSize(page);
        List<JobDetails> found = transaction.read(() -> store.search(filter, page.getOffset(), size + 1));
        boolean more = found.size() > size;
        return new SliceImpl<>(more ? found.subList(0, size) : found, page, more);
    }

    List<JobCount> counts() {
        return transaction.read(store::counts);
    }

    boolean cancel(JobId id) {
        return transaction.join(() -> store.cancel(List.of(id.value())) > 0);
    }

    long cancelAll(JobFilter filter) {
        boolean evenDead = filter.states().contains(JobState.DEAD);
        return bulk.change(filter, evenDead ? States.LIVE : States.UNFINISHED, ids -> store.cancel(ids, evenDead));
    }

    boolean revive(JobId id) {
        boolean revived = changeAndWake(id, store::revive);
        if (!revived && find(id).filter(job -> job.state() == JobState.DEAD).isPresent()) {
            throw new DuplicateJobException(
                    "Job " + id
                            + " was not revived: another job holds its unique key. Cancel that one first, or let it do the work");
        }
        return revived;
    }

    long reviveAll(JobFilter filter) {
        return changeAllAndWake(filter, DEAD, store::revive);
    }

    boolean reschedule(JobId id, Due due) {
        return changeAndWake(id, ids -> store.reschedule(ids, due));
    }

    long rescheduleAll(JobFilter filter, Due due) {
        return changeAllAndWake(filter, States.WAITING, ids -> store.reschedule(ids, due));
    }

    private boolean changeAndWake(JobId id, ToIntFunction<List<Long>> change) {
        return transaction.join(() -> {
            boolean changed = change.applyAsInt(List.of(id.value())) > 0;
            if (changed) {
                store.find(id.value())
                        .map(JobDetails::queue)
                        .map(ReadyJobs::outOfTurn)
                        .ifPresent(signal::announce);
                signal.announceScheduled();
            }
            return changed;
        });
    }

    private long changeAllAndWake(JobFilter filter, Set<JobState> states, ToIntFunction<List<Long>> change) {
        long changed = bulk.change(filter, states, change);
        if (changed > 0) {
            transaction.join(() -> wake(filter));
        }
        return changed;
    }

    // one count is cheaper than asking for the queue of every job; a queue woken for nothing costs one empty claim
    private boolean wake(JobFilter filter) {
        signal.announceScheduled();
        if (filter.queue() != null) {
            signal.announce(ReadyJobs.outOfTurn(filter.queue()));
            return true;
        }
        store.counts().stream()
                .filter(count -> States.WAITING.contains(count.state()))
                .map(JobCount::queue)
                .distinct()
                .map(ReadyJobs::outOfTurn)
                .forEach(signal::announce);
        return true;
    }
}
