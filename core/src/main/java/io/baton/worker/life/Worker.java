package io.baton.worker.life;

import io.baton.loop.LoggedFailure;
import io.baton.loop.Loop;
import io.baton.loop.Troubled;
import io.baton.loop.Troubled.Trouble;
import io.baton.worker.WorkerReport;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Runs jobs while the application runs. It starts after the web server and stops before it, and can be started again. */
public final class Worker implements SmartLifecycle, Troubled {

    /** The phase is below the default, so that beans without a phase of their own start later and stop earlier, and above the web server's. */
    public static final int PHASE = DEFAULT_PHASE - 512;

    private static final Logger log = LoggerFactory.getLogger(Worker.class);

    private final Supplier<WorkerAssembly> assembly;
    private final boolean startsByItself;
    private volatile @Nullable WorkerSession session;

    /** Creates a worker that is put together when it starts, once every bean is there, and anew at each further start. */
    public Worker(Supplier<WorkerAssembly> assembly, boolean startsByItself) {
        this.assembly = assembly;
        this.startsByItself = startsByItself;
    }

    @Override
    public boolean isAutoStartup() {
        return startsByItself;
    }

    @Override
    public synchronized void start() {
        if (session == null) {
            WorkerSession started = new WorkerSession(assembly.get(), Loop::new, LockSupport::parkNanos);
            started.start();
            session = started;
        }
    }

    @Override
    public void stop() {
        end(Thread.currentThread());
    }

    private synchronized void end(Thread waiting) {
        WorkerSession running = session;
        if (running != null) {
            session = null;
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
                                "The worker could not end in good order; its jobs are reclaimed by other nodes",
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
        return session != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public List<Trouble> troubles() {
        WorkerSession running = session;
        return running == null ? List.of() : running.troubles();
    }

    public WorkerReport report() {
        WorkerSession running = session;
        return running == null ? WorkerReport.STOPPED : running.report();
    }
}
