package io.baton.wakeup;

import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.ReadyJobs;
import io.baton.loop.Ticker;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the cost of the hints of other nodes, since on PostgreSQL every role may send them. Hints for queues that are not served here are dropped. A
 * poll of a queue takes a token of this queue, which is returned if the poll finds jobs, so that traffic is not slowed. All other reads take the tokens
 * of one bucket, in turn. Without a token a hint is kept until the next one is earned. Used by the thread that listens.
 */
final class WakeupLimit implements ClusterSignal {

    private final WakeupInbox here;
    private final Ticker ticker;
    private final Map<String, TokenBucket> queues = new ConcurrentHashMap<>();
    private final Map<String, ReadyJobs> lateQueues = new LinkedHashMap<>();
    private final TokenBucket bucket;
    private final Set<Runnable> lateReads = new LinkedHashSet<>();
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
        this.limits = () -> here.limits().permitRead();
        this.batches = () -> here.batches().permitRead();
        here.onFound(this::found);
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        if (here.serves(ready.queue())) {
            lateQueues.merge(ready.queue(), ready, ReadyJobs::and);
            forwardQueue(ready.queue());
        }
    }

    @Override
    public void jobsScheduled() {
        lateReads.add(scheduled);
        forwardReads();
    }

    @Override
    public void pausesChanged() {
        lateReads.add(pauses);
        forwardReads();
    }

    @Override
    public void limitChanged(String name) {
        here.limits().add(name);
        forwardReads();
    }

    @Override
    public void batchChanged(long name) {
        here.batches().add(name);
        forwardReads();
    }

    /** Forwards the hints that have waited for a token. */
    void forwardLate() {
        List.copyOf(lateQueues.keySet()).forEach(this::forwardQueue);
        forwardReads();
    }

    /** Returns whether hints wait to be forwarded, or may once a read has taken its portion. */
    boolean isWaiting() {
        return !lateQueues.isEmpty()
                || !lateReads.isEmpty()
                || !here.limits().isEmpty()
                || !here.batches().isEmpty();
    }

    private void forwardQueue(String queue) {
        if (queues.computeIfAbsent(queue, first -> new TokenBucket(ticker)).take()) {
            ReadyJobs due = lateQueues.remove(queue);
            if (due != null) {
                here.jobsAvailable(due);
            }
        }
    }

    private void forwardReads() {
        if (here.limits().isWaiting()) {
            lateReads.add(limits);
        }
        if (here.batches().isWaiting()) {
            lateReads.add(batches);
        }
        for (Runnable read : List.copyOf(lateReads)) {
            if (!bucket.take()) {
                return;
            }
            lateReads.remove(read);
            read.run();
        }
    }

    private void found(String queue) {
        TokenBucket tokens = queues.get(queue);
        if (tokens != null) {
            tokens.giveBack();
        }
    }
}
