package io.baton.worker;

import io.baton.PayloadCodec;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.RetryDecider;
import io.baton.job.PulseListener;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Trouble;
import io.baton.loop.Troubled;
import io.baton.wakeup.Bells;
import io.baton.wakeup.Doorbell;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Runs jobs while the application runs. Starts after and stops before the web server, and can be started again. */
public final class Worker implements SmartLifecycle, Troubled {

    /** Below the default phase, so that what has no phase of its own starts later and stops earlier; above the web server's. */
    public static final int PHASE = DEFAULT_PHASE - 512;

    private static final Logger log = LoggerFactory.getLogger(Worker.class);

    private final Supplier<Parts> parts;
    private volatile @Nullable WorkerSession shift;

    /** A worker whose parts are asked for when it starts, once every bean is there. */
    public Worker(Supplier<Parts> parts) {
        this.parts = parts;
    }

    /**
     * What a worker is made of.
     *
     * @param doorbell of this node
     * @param bells of this node and of others
     * @param pulseListener beside the worker itself
     * @param maxCheckpointSize in bytes
     * @param errorDetail how much of a handler's exception reaches the log
     */
    public record Parts(
            Engine engine,
            WorkerSettings settings,
            HandlerRegistry handlers,
            RetryDecider retries,
            PayloadCodec codec,
            TransactionalExecution transactionalCalls,
            Doorbell doorbell,
            Bells bells,
            PulseListener pulseListener,
            int maxCheckpointSize,
            ErrorDetail errorDetail) {}

    @Override
    public synchronized void start() {
        if (shift == null) {
            WorkerSession started = new WorkerSession(parts.get());
            started.start();
            shift = started;
        }
    }

    @Override
    public void stop() {
        end(Thread.currentThread());
    }

    private synchronized void end(Thread waiting) {
        WorkerSession running = shift;
        if (running != null) {
            shift = null;
            running.end(waiting);
        }
    }

    @Override
    public void stop(Runnable callback) {
        Thread waiting = Thread.currentThread();
        Thread ending = new Thread(
                () -> {
                    try {
                        end(waiting);
                    } catch (RuntimeException | Error e) {
                        log.warn(
                                "The worker could not end in good order; what it holds is taken back by others",
                                LoggedFailure.withoutMessages(e));
                    } finally {
                        callback.run();
                    }
                },
                "baton-shutdown");
        ending.start();
    }

    @Override
    public boolean isRunning() {
        return shift != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public List<Trouble> troubles() {
        WorkerSession running = shift;
        return running == null ? List.of() : running.troubles();
    }

    /** How it is. */
    public WorkerReport report() {
        WorkerSession running = shift;
        return running == null ? WorkerReport.STOPPED : running.report();
    }
}
