package io.baton.worker.life;

import io.baton.job.JobClaims;
import io.baton.job.Pulse;
import io.baton.job.PulseListener;
import io.baton.job.Pulses;
import io.baton.job.ReadyJobs;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import io.baton.wakeup.WakeupInbox;
import io.baton.worker.Engine;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.WorkerSettings;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that the worker lives, whatever its handlers do, and passes on what it learns. A beat that fails is tried again at once, since a cut
 * connection says nothing about the database. If the worker was taken for dead, what it holds is not its any more.
 */
final class Heartbeat implements Step {

    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    /** Of the connections in a pool several may have been cut together, and each is found out only when it is used. */
    private static final int ATTEMPTS = 4;

    private final Pulses pulses;
    private final JobClaims store;
    private final Ticker ticker;
    private final Set<String> queues;
    private final Duration interval;
    private final WorkerIdentity identity;
    private final Resignation resignation;
    private final WakeupInbox inbox;
    private final PulseListener listener;

    Heartbeat(
            Engine engine,
            WorkerSettings settings,
            WorkerIdentity identity,
            Resignation resignation,
            WakeupInbox inbox,
            PulseListener listener) {
        this.pulses = engine.pulses();
        this.store = engine.claims();
        this.ticker = engine.ticker();
        this.queues = settings.queues().keySet();
        this.interval = settings.times().heartbeat();
        this.identity = identity;
        this.resignation = resignation;
        this.inbox = inbox;
        this.listener = listener;
    }

    @Override
    public Duration turn() {
        try {
            resignation.turn();
            if (resignation.mayBeat()) {
                beat(identity.current());
            }
        } catch (RuntimeException | Error e) {
            listener.missed();
            throw e;
        }
        return interval;
    }

    private void beat(long id) {
        Set<String> unasked = store.hints().cheaperToClaim(queues);
        Pulse pulse = take(id, without(unasked));
        if (!pulse.alive() && identity.lost(id)) {
            log.warn(
                    "Worker {} was taken for dead, after a long pause or a lost connection. Its jobs run elsewhere;"
                            + " it drops them and goes on under a new identity",
                    id);
            identity.resume();
        }
        unasked.forEach(queue -> inbox.jobsAvailable(ReadyJobs.of(queue)));
        pulse.queuesWithWork().forEach(queue -> inbox.jobsAvailable(ReadyJobs.of(queue)));
        listener.received(pulse);
    }

    private Pulse take(long id, Set<String> asked) {
        long start = ticker.nanos();
        for (int attempt = 1; ; attempt++) {
            long sent = ticker.nanos();
            try {
                Pulse pulse = pulses.take(id, asked);
                if (pulse.alive()) {
                    identity.renewed(sent);
                }
                return pulse;
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS || ticker.nanos() - start >= interval.toNanos() / 2) {
                    throw e;
                }
                log.debug("A beat failed and is tried again at once", LoggedFailure.of(e));
            }
        }
    }

    private Set<String> without(Set<String> unasked) {
        return queues.stream().filter(queue -> !unasked.contains(queue)).collect(Collectors.toSet());
    }
}
