package io.baton.worker.life;

import io.baton.job.Pulse;
import io.baton.job.Pulses.PulseListener;
import io.baton.job.ReadyJobs;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Step;
import io.baton.wakeup.WakeupInbox;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends heartbeats, whatever the handlers do, and distributes what they read. A heartbeat that fails is tried again at once, since a cut connection
 * is no sign of a failed database. A worker that was declared dead drops its jobs.
 */
final class Heartbeat implements Step {

    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    /** The maximum number of attempts. Several connections of a pool may have been cut together, which is noticed only when they are used. */
    private static final int ATTEMPTS = 4;

    private final Engine engine;
    private final Set<String> queues;
    private final Duration interval;
    private final WorkerIdentity identity;
    private final PausedQueues pauses;
    private final WakeupInbox inbox;
    private final PulseListener listener;
    private volatile boolean first;
    private volatile Runnable onMissed = () -> {};

    Heartbeat(
            Engine engine,
            WorkerSettings settings,
            WorkerIdentity identity,
            PausedQueues pauses,
            WakeupInbox inbox,
            PulseListener listener) {
        this.engine = engine;
        this.queues = settings.queues().keySet();
        this.interval = settings.times().heartbeat();
        this.identity = identity;
        this.pauses = pauses;
        this.inbox = inbox;
        this.listener = listener;
    }

    /** Calls this after a heartbeat that failed: commits of this worker may be lost. */
    void onMissed(Runnable onMissed) {
        this.onMissed = onMissed;
    }

    @Override
    public Duration turn() {
        try {
            send(identity.current());
        } catch (RuntimeException | Error e) {
            first = false;
            onMissed.run();
            listener.missed();
            throw e;
        }
        return interval;
    }

    private void send(long id) {
        Set<String> unrequested = engine.claims().hints().cheaperToClaim(queues);
        Set<String> requested = new HashSet<>(queues);
        requested.removeAll(unrequested);
        Pulse pulse = take(id, requested);
        if (!pulse.alive() && identity.lost(id)) {
            log.warn(
                    "Worker {} was declared dead, after a long pause or a lost connection. Its jobs run on other nodes;"
                            + " it drops them and goes on under a new identity",
                    id);
            identity.resume();
        }
        unrequested.forEach(queue -> inbox.jobsAvailable(ReadyJobs.of(queue)));
        pulse.queuesWithWork().forEach(queue -> inbox.jobsAvailable(ReadyJobs.of(queue)));
        if (pulse.paused() != null) {
            pauses.update(pulse.paused());
        }
        Long own = identity.known();
        first = pulse.alive()
                && own != null
                && pulse.living().stream().mapToLong(SeenWorker::id).min().orElse(-1) == own;
        listener.received(pulse);
    }

    /**
     * Returns whether this worker has the lowest id of all living workers. For a moment two workers may have it, or none, so that it suits work that
     * may be done twice or late.
     */
    boolean isFirst() {
        return first;
    }

    private Pulse take(long id, Set<String> requested) {
        long start = engine.ticker().nanos();
        for (int attempt = 1; ; attempt++) {
            long sent = engine.ticker().nanos();
            try {
                Pulse pulse = engine.pulses().take(id, requested);
                if (attempt > 1) {
                    // a server that has crashed or was replaced may lack the last commits of this worker
                    onMissed.run();
                }
                if (pulse.alive()) {
                    identity.renewed(sent);
                }
                return pulse;
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS || engine.ticker().nanos() - start >= interval.toNanos() / 2) {
                    throw e;
                }
                log.debug("A heartbeat failed and is tried again at once", LoggedFailure.of(e));
            }
        }
    }
}
