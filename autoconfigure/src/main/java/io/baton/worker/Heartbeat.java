package io.baton.worker;

import io.baton.job.JobStore;
import io.baton.job.Pulse;
import io.baton.job.PulseListener;
import io.baton.job.Pulses;
import io.baton.job.Ring;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import io.baton.wakeup.Doorbell;
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
    private final JobStore store;
    private final WorkerIdentity identity;
    private final Set<String> queues;
    private final Duration interval;
    private final Doorbell doorbell;
    private final PulseListener listener;
    private final Ticker ticker;
    private final Lease lease;
    private final ClaimFailures failures;
    private final Resignation resignation;
    private final Runnable drop;
    private final Runnable resume;

    /**
     * A heartbeat.
     *
     * @param drop lets go of what the worker holds, because others have it
     * @param resume goes on with what waited to learn whether the worker still lives
     */
    Heartbeat(
            Engine engine,
            WorkerIdentity identity,
            Set<String> queues,
            Duration interval,
            Doorbell doorbell,
            PulseListener listener,
            Lease lease,
            ClaimFailures failures,
            Resignation resignation,
            Runnable drop,
            Runnable resume) {
        this.pulses = engine.pulses();
        this.store = engine.store();
        this.identity = identity;
        this.queues = queues;
        this.interval = interval;
        this.doorbell = doorbell;
        this.listener = listener;
        this.ticker = engine.ticker();
        this.lease = lease;
        this.failures = failures;
        this.resignation = resignation;
        this.drop = drop;
        this.resume = resume;
    }

    @Override
    public Duration turn() {
        try {
            resignation.turn();
            if (identity.known() != null || failures.mayTry()) {
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
        if (!pulse.alive() && identity.lost(id, drop)) {
            log.warn(
                    "Worker {} was taken for dead, after a long pause or a lost connection. Its jobs run elsewhere;"
                            + " it drops them and goes on under a new identity",
                    id);
            resume.run();
        }
        unasked.forEach(queue -> doorbell.jobsAvailable(Ring.of(queue)));
        pulse.queuesWithWork().forEach(queue -> doorbell.jobsAvailable(Ring.of(queue)));
        listener.heard(pulse);
    }

    private Pulse take(long id, Set<String> asked) {
        long start = ticker.nanos();
        for (int attempt = 1; ; attempt++) {
            long sent = ticker.nanos();
            try {
                Pulse pulse = pulses.take(id, asked);
                if (pulse.alive()) {
                    renew(sent);
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

    private void renew(long sent) {
        boolean ranOut = !lease.isValid();
        lease.renewed(sent);
        if (ranOut) {
            resume.run();
        }
    }

    private Set<String> without(Set<String> unasked) {
        return queues.stream().filter(queue -> !unasked.contains(queue)).collect(Collectors.toSet());
    }
}
