package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import io.baton.loop.Ticker;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what the messages of others can cost, since on PostgreSQL every role may send them: those for queues that are not served here are
 * dropped, and each queue has a stock of looks, as has every other kind of message. A look that finds jobs is not charged. What comes while
 * the stock is empty is gathered and waits for the next one.
 */
final class WakeupLimit implements JobSignal {

    private final WakeupInbox here;
    private final Ticker ticker;
    private final Map<String, LookStock> queues = new HashMap<>();
    private final Map<String, ReadyJobs> late = new LinkedHashMap<>();
    private final LimitedHint scheduled;
    private final LimitedHint pauses;
    private final LimitedNames<String> limits;
    private final LimitedNames<Long> batches;

    WakeupLimit(WakeupInbox here, Ticker ticker) {
        this.here = here;
        this.ticker = ticker;
        this.scheduled = new LimitedHint(here::jobsScheduled, ticker);
        this.pauses = new LimitedHint(here::pausesChanged, ticker);
        this.limits = new LimitedNames<>(here::limitTouched, here::manyLimitsTouched, ticker);
        this.batches = new LimitedNames<>(here::batchTouched, here::manyBatchesTouched, ticker);
        here.onFound(this::found);
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        if (!here.serves(ready.queue())) {
            return;
        }
        synchronized (this) {
            late.merge(ready.queue(), ready, ReadyJobs::and);
        }
        passLate(ready.queue());
    }

    @Override
    public void jobsScheduled() {
        scheduled.come();
    }

    @Override
    public void pausesChanged() {
        pauses.come();
    }

    @Override
    public void limitTouched(String name) {
        limits.come(name);
    }

    @Override
    public void batchTouched(long name) {
        batches.come(name);
    }

    /** Passes on what had to wait and waits no longer. */
    void passLate() {
        lateQueues().forEach(this::passLate);
        scheduled.passLate();
        pauses.passLate();
        limits.passLate();
        batches.passLate();
    }

    /** Whether something waits to be passed on. */
    synchronized boolean isWaiting() {
        return scheduled.isWaiting()
                || pauses.isWaiting()
                || limits.isWaiting()
                || batches.isWaiting()
                || !late.isEmpty();
    }

    private synchronized List<String> lateQueues() {
        return List.copyOf(late.keySet());
    }

    private void passLate(String queue) {
        ReadyJobs due = takeLate(queue);
        if (due != null) {
            here.jobsAvailable(due);
        }
    }

    private synchronized @Nullable ReadyJobs takeLate(String queue) {
        LookStock stock = queues.computeIfAbsent(queue, first -> new LookStock(ticker));
        return stock.take() ? late.remove(queue) : null;
    }

    private synchronized void found(String queue) {
        LookStock stock = queues.get(queue);
        if (stock != null) {
            stock.giveBack();
        }
    }
}
