package io.baton.enqueue;

import io.baton.database.Transactions;
import io.baton.job.WorkerStore;
import io.baton.loop.LogText;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.type.NearMiss;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns, once per queue and type, if this node enqueues jobs in a queue that no living worker serves, or of a type for which none has a handler. A
 * node that starts or is replaced serves nothing for a moment, so jobs count only if they are still unserved after a minute.
 */
public final class UnservedJobs implements EnqueueListener {

    private static final Logger log = LoggerFactory.getLogger(UnservedJobs.class);
    private static final Duration A_WHILE = Duration.ofMinutes(1);
    private static final int MOST = 1_000;

    private final Ticker ticker;
    private final Set<Kind> met = ConcurrentHashMap.newKeySet();
    private final Map<Kind, Long> unchecked = new ConcurrentHashMap<>();

    public UnservedJobs(Ticker ticker) {
        this.ticker = ticker;
    }

    private record Kind(String type, String queue) {}

    @Override
    public void enqueued(String type, String queue, long jobs) {
        Kind kind = new Kind(type, queue);
        if (!met.contains(kind) && met.size() < MOST && met.add(kind)) {
            unchecked.put(kind, ticker.nanos());
        }
    }

    /** Returns a task of the sweep, which reads what living workers serve and logs the warnings. */
    public SweepTask check(WorkerStore workers, Transactions transactions) {
        return new SweepTask() {

            @Override
            public String name() {
                return "UnservedJobs";
            }

            @Override
            public Duration sweep() {
                if (!unchecked.isEmpty()) {
                    check(transactions.run(() -> List.of(workers.queuesServed(), workers.typesSeen())));
                }
                return A_WHILE;
            }
        };
    }

    private void check(List<Set<String>> seen) {
        // without any worker, all of them are about to start, or none is meant to
        if (!seen.get(0).isEmpty()) {
            unchecked.entrySet().removeIf(each -> isChecked(each, seen.get(0), seen.get(1)));
        }
    }

    private boolean isChecked(Map.Entry<Kind, Long> each, Set<String> queues, Set<String> types) {
        Kind kind = each.getKey();
        boolean unserved = !queues.contains(kind.queue());
        if (!unserved && types.contains(kind.type())) {
            return true;
        }
        if (ticker.nanos() - each.getValue() < A_WHILE.toNanos()) {
            return false;
        }
        String name = unserved ? kind.queue() : kind.type();
        log.warn(
                "Jobs of the type '{}' were enqueued in the queue '{}', but no living worker {}.{} They wait until one does: let a node"
                        + " do it, or cancel them",
                LogText.of(kind.type()),
                LogText.of(kind.queue()),
                LogText.of(unserved ? "serves this queue" : "has a handler for this type"),
                LogText.of(NearMiss.question(name, unserved ? queues : types)));
        return true;
    }
}
