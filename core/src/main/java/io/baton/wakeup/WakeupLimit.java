package io.baton.wakeup;

import io.baton.job.ClusterSignal;
import io.baton.job.ReadyJobs;
import io.baton.loop.Ticker;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds what the hints of other nodes can cost, since on PostgreSQL every role may send them. Those for queues that are not served here are dropped.
 * A look at a queue takes a token of this queue, and gets it back if it finds jobs: so traffic is not slowed, and none of it pays for other looks. All
 * other looks take the tokens of one bucket, in turn. What finds no token is gathered and waits for the next one. Used by the thread that listens.
 */
final class WakeupLimit implements ClusterSignal {

    private final WakeupInbox here;
    private final Ticker ticker;
    private final Map<String, TokenBucket> queues = new ConcurrentHashMap<>();
    private final Map<String, ReadyJobs> lateQueues = new LinkedHashMap<>();
    private final TokenBucket bucket;
    private final Set<Runnable> lateLooks = new LinkedHashSet<>();
    private final Runnable scheduled;
    private final Runnable pauses;
    private final Runnable limits;
    private final Runnable batches;

    WakeupLimit(WakeupInbox here, Ticker ticker) {
        this.here = here;
        this.ticker = ticker;
        this.bucket = new TokenBucket(ticker);
        this.scheduled = here::jobsScheduled;
        this.pauses = here::pausesChanged;
        this.limits = () -> here.limits().permitLook();
        this.batches = () -> here.batches().permitLook();
        here.onFound(this::found);
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        if (here.serves(ready.queue())) {
            lateQueues.merge(ready.queue(), ready, ReadyJobs::and);
            passQueue(ready.queue());
        }
    }

    @Override
    public void jobsScheduled() {
        lateLooks.add(scheduled);
        passLooks();
    }

    @Override
    public void pausesChanged() {
        lateLooks.add(pauses);
        passLooks();
    }

    @Override
    public void limitTouched(String name) {
        here.limits().add(name);
        passLooks();
    }

    @Override
    public void batchTouched(long name) {
        here.batches().add(name);
        passLooks();
    }

    /** Passes on what had to wait and waits no longer. */
    void passLate() {
        List.copyOf(lateQueues.keySet()).forEach(this::passQueue);
        passLooks();
    }

    /** Returns whether something waits to be passed on, or may wait once a look has taken its portion. */
    boolean isWaiting() {
        return !lateQueues.isEmpty()
                || !lateLooks.isEmpty()
                || here.limits().isAnything()
                || here.batches().isAnything();
    }

    private void passQueue(String queue) {
        if (queues.computeIfAbsent(queue, first -> new TokenBucket(ticker)).take()) {
            ReadyJobs due = lateQueues.remove(queue);
            if (due != null) {
                here.jobsAvailable(due);
            }
        }
    }

    private void passLooks() {
        if (here.limits().isWaiting()) {
            lateLooks.add(limits);
        }
        if (here.batches().isWaiting()) {
            lateLooks.add(batches);
        }
        for (Runnable look : List.copyOf(lateLooks)) {
            if (!bucket.take()) {
                return;
            }
            lateLooks.remove(look);
            look.run();
        }
    }

    private void found(String queue) {
        TokenBucket tokens = queues.get(queue);
        if (tokens != null) {
            tokens.giveBack();
        }
    }
}
