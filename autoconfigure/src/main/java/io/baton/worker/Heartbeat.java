package io.baton.worker;

import io.baton.job.Transactions;
import io.baton.job.WorkerStore;
import io.baton.loop.Step;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that the worker lives, whatever its handlers do. Learns from the answer that it was taken for dead: then what it holds is not its any more. */
final class Heartbeat implements Step {

    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    private final WorkerStore workers;
    private final Transactions transactions;
    private final Identity identity;
    private final Duration interval;
    private final Runnable onLost;

    Heartbeat(Engine engine, Identity identity, Duration interval, Runnable onLost) {
        this.workers = engine.workers();
        this.transactions = engine.transactions();
        this.identity = identity;
        this.interval = interval;
        this.onLost = onLost;
    }

    @Override
    public Duration turn() {
        Long id = identity.known();
        if (id != null && !transactions.single(() -> workers.beat(id))) {
            log.warn(
                    "Worker {} was taken for dead, after a long pause or a lost connection. Its jobs run elsewhere;"
                            + " it drops them and goes on under a new identity",
                    id);
            identity.lost(id);
            onLost.run();
        }
        return interval;
    }
}
