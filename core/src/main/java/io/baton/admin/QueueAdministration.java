package io.baton.admin;

import io.baton.JobFilter;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.Due;
import io.baton.job.JobAdmin;
import io.baton.job.WorkerStore;
import io.baton.loop.LogText;
import io.baton.type.Names;
import io.baton.type.NearMiss;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where people pause queues and resume them. */
final class QueueAdministration {

    private static final Logger log = LoggerFactory.getLogger(QueueAdministration.class);

    private final JobAdmin store;
    private final WorkerStore workers;
    private final CallersTransaction transaction;
    private final SignalAfterCommit signal;

    QueueAdministration(JobAdmin store, WorkerStore workers, CallersTransaction transaction, SignalAfterCommit signal) {
        this.store = store;
        this.workers = workers;
        this.transaction = transaction;
        this.signal = signal;
    }

    /** A queue may be paused before the first node that serves it is there; returns whether it is known to anybody. */
    boolean pause(String queue, @Nullable Due until) {
        String name = Names.queue(queue);
        return transaction.join(() -> {
            store.pause(name, until);
            signal.announcePausesChanged();
            Set<String> served = workers.queuesServed();
            boolean known =
                    served.contains(name) || store.anyUnfinished(JobFilter.all().queue(name));
            if (!known) {
                log.warn(
                        "The queue '{}' is paused, but no living node serves it and it has no jobs.{} Jobs.resume takes it back",
                        LogText.of(name),
                        LogText.of(NearMiss.question(name, served)));
            }
            return known;
        });
    }

    boolean resume(String queue) {
        String name = Names.queue(queue);
        return transaction.join(() -> {
            boolean paused = store.resume(name);
            signal.announcePausesChanged();
            return paused;
        });
    }
}
