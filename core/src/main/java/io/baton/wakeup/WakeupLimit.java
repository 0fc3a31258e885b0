package io.baton.wakeup;

import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.Pulse.Part;
import io.baton.job.ReadyJobs;
import io.baton.job.RemoteHints;
import io.baton.loop.Ticker;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the cost of hints from other nodes, since on PostgreSQL every role may send them. Drops hints for queues that this node does not serve. All
 * other hints wait for a token, which forwards them together. A token is returned if the poll of a queue finds jobs, so that normal traffic is not
 * delayed. The thread that listens uses it; only reports of polls that found jobs come from other threads.
 */
final class WakeupLimit implements ClusterSignal {

    /** The tokens of a full bucket. */
    static final int CAPACITY = 50;

    /** The number of tokens that are added per second. */
    static final int PER_SECOND = 20;

    private static final long NANOS_PER_TOKEN = 1_000_000_000L / PER_SECOND;
    private static final long FULL = CAPACITY * NANOS_PER_TOKEN;

    private final WakeupInbox here;
    private final Ticker ticker;
    private final Map<String, ReadyJobs> lateQueues = new LinkedHashMap<>();
    private final Set<Runnable> lateReads = new LinkedHashSet<>();
    private final Set<String> polled = ConcurrentHashMap.newKeySet();
    private final Runnable scheduled;
    private final Runnable pauses;
    private long earned = FULL;
    private long counted;

    WakeupLimit(WakeupInbox here, Ticker ticker) {
        this.here = here;
        this.ticker = ticker;
        this.counted = ticker.nanos();
        this.scheduled = here::jobsScheduled;
        this.pauses = here::pausesChanged;
        here.onFound(this::found);
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        if (here.serves(ready.queue())) {
            lateQueues.merge(ready.queue(), ready, ReadyJobs::and);
            forwardLate();
        }
    }

    @Override
    public void jobsScheduled() {
        lateReads.add(scheduled);
        forwardLate();
    }

    @Override
    public void pausesChanged() {
        lateReads.add(pauses);
        forwardLate();
    }

    @Override
    public void changed(Part kind, String name) {
        here.hints(kind).add(name);
        forwardLate();
    }

    /** Forwards the hints that have waited for a token. */
    void forwardLate() {
        if ((isLate() || here.hints().stream().anyMatch(RemoteHints::isWaiting)) && take()) {
            polled.addAll(lateQueues.keySet());
            lateQueues.values().forEach(here::jobsAvailable);
            lateQueues.clear();
            lateReads.forEach(Runnable::run);
            lateReads.clear();
            here.hints().forEach(RemoteHints::permitRead);
        }
    }

    /** Returns whether hints wait to be forwarded, or may have to wait after a read of one portion. */
    boolean isWaiting() {
        return isLate() || !here.hints().stream().allMatch(RemoteHints::isEmpty);
    }

    private boolean isLate() {
        return !lateQueues.isEmpty() || !lateReads.isEmpty();
    }

    private synchronized boolean take() {
        long now = ticker.nanos();
        earned = Math.min(FULL, earned + (now - counted));
        counted = now;
        if (earned < NANOS_PER_TOKEN) {
            return false;
        }
        earned -= NANOS_PER_TOKEN;
        return true;
    }

    private synchronized void found(String queue) {
        if (polled.remove(queue)) {
            earned = Math.min(FULL, earned + NANOS_PER_TOKEN);
        }
    }
}
