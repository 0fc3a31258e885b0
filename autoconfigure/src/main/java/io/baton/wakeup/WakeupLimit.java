package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import io.baton.loop.Ticker;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what the messages of others can cost, since on PostgreSQL every role may send them: those for queues that are not served here are
 * dropped, and each queue has a stock of looks. A look that finds jobs is not charged. What comes while the stock is empty is gathered and
 * waits for the next one.
 */
final class WakeupLimit implements JobSignal {

    /** Looks in a row that may find nothing. */
    static final int STOCK = 50;

    /** Looks a second that may find nothing, once the stock is used up. */
    static final int PER_SECOND = 20;

    private static final int MOST_LIMITS = 1_000;
    private static final long NANOS_PER_LOOK = 1_000_000_000L / PER_SECOND;

    private final WakeupInbox here;
    private final Ticker ticker;
    private final Map<String, Stock> queues = new HashMap<>();
    private final Map<String, ReadyJobs> late = new LinkedHashMap<>();
    private final Set<String> lateLimits = new LinkedHashSet<>();
    private final Limited scheduled;
    private final Limited pauses;
    private final Limited limits;

    WakeupLimit(WakeupInbox here, Ticker ticker) {
        this.here = here;
        this.ticker = ticker;
        this.scheduled = new Limited(here::jobsScheduled);
        this.pauses = new Limited(here::pausesChanged);
        this.limits = new Limited(this::passLimits);
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

    /** Beyond so many at once, a look around finds them. */
    @Override
    public void limitTouched(String name) {
        synchronized (this) {
            if (lateLimits.size() < MOST_LIMITS) {
                lateLimits.add(name);
            }
        }
        limits.come();
    }

    /** Passes on what had to wait and waits no longer. */
    void passLate() {
        lateQueues().forEach(this::passLate);
        scheduled.passLate();
        pauses.passLate();
        limits.passLate();
    }

    /** Whether something waits to be passed on. */
    synchronized boolean isWaiting() {
        return scheduled.late || pauses.late || limits.late || !late.isEmpty();
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
        Stock stock = queues.computeIfAbsent(queue, first -> new Stock(ticker.nanos()));
        return stock.take(ticker.nanos()) ? late.remove(queue) : null;
    }

    private void passLimits() {
        List<String> due;
        synchronized (this) {
            due = List.copyOf(lateLimits);
            lateLimits.clear();
        }
        due.forEach(here::limitTouched);
    }

    private synchronized void found(String queue) {
        Stock stock = queues.get(queue);
        if (stock != null) {
            stock.giveBack();
        }
    }

    /** A wake-up that is of no queue. Guarded by the monitor of the limit. */
    private final class Limited {

        private final Runnable passed;
        private final Stock stock = new Stock(ticker.nanos());
        private boolean late;

        Limited(Runnable passed) {
            this.passed = passed;
        }

        void come() {
            synchronized (WakeupLimit.this) {
                late = true;
            }
            passLate();
        }

        void passLate() {
            boolean due;
            synchronized (WakeupLimit.this) {
                due = late && stock.take(ticker.nanos());
                late &= !due;
            }
            if (due) {
                passed.run();
            }
        }
    }

    /** Looks that are left, counted in the time that it took to earn them. Guarded by the monitor of the limit. */
    private static final class Stock {

        private static final long FULL = STOCK * NANOS_PER_LOOK;

        private long earned = FULL;
        private long counted;

        Stock(long now) {
            counted = now;
        }

        boolean take(long now) {
            earned = Math.min(FULL, earned + (now - counted));
            counted = now;
            if (earned < NANOS_PER_LOOK) {
                return false;
            }
            earned -= NANOS_PER_LOOK;
            return true;
        }

        void giveBack() {
            earned = Math.min(FULL, earned + NANOS_PER_LOOK);
        }
    }
}
