package io.baton.worker;

import io.baton.job.JobStore;
import io.baton.job.Pulse;
import io.baton.job.PulseListener;
import io.baton.job.Pulses;
import io.baton.job.Ring;
import io.baton.loop.Step;
import io.baton.wakeup.Doorbell;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that the worker lives, whatever its handlers do, and passes on what it learns. If it was taken for dead, what it holds is not its any
 * more.
 */
final class Heartbeat implements Step {

    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    private final Pulses pulses;
    private final JobStore store;
    private final Identity identity;
    private final Set<String> queues;
    private final Duration interval;
    private final Doorbell doorbell;
    private final PulseListener listener;
    private final Runnable onLost;
    private volatile boolean holding;

    Heartbeat(
            Engine engine,
            Identity identity,
            Set<String> queues,
            Duration interval,
            Doorbell doorbell,
            PulseListener listener,
            Runnable onLost) {
        this.pulses = engine.pulses();
        this.store = engine.store();
        this.identity = identity;
        this.queues = queues;
        this.interval = interval;
        this.doorbell = doorbell;
        this.listener = listener;
        this.onLost = onLost;
    }

    @Override
    public Duration turn() {
        try {
            beat(identity.current());
        } catch (RuntimeException | Error e) {
            listener.missed();
            throw e;
        }
        return interval;
    }

    private void beat(long id) {
        Set<String> unasked = store.cheaperToClaim(queues);
        Pulse pulse = pulses.take(id, without(unasked));
        holding = pulse.holding();
        if (!pulse.alive() && identity.lost(id)) {
            log.warn(
                    "Worker {} was taken for dead, after a long pause or a lost connection. Its jobs run elsewhere;"
                            + " it drops them and goes on under a new identity",
                    id);
            onLost.run();
        }
        unasked.forEach(queue -> doorbell.jobsAvailable(Ring.of(queue)));
        pulse.queuesWithWork().forEach(queue -> doorbell.jobsAvailable(Ring.of(queue)));
        listener.heard(pulse);
    }

    private Set<String> without(Set<String> unasked) {
        return queues.stream().filter(queue -> !unasked.contains(queue)).collect(Collectors.toSet());
    }

    /** Whether jobs were claimed for the worker when it beat last. */
    boolean holding() {
        return holding;
    }
}
