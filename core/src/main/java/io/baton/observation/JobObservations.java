package io.baton.observation;

import io.baton.job.ClaimedJob;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.NewJob;
import io.baton.loop.SeldomLog;
import io.baton.worker.call.HandlerEnvironment.CallObserver;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Observes enqueues as {@code baton.jobs.enqueue} and calls of handlers as {@code baton.jobs.run}. */
public final class JobObservations implements InsertObserver, CallObserver {

    private static final String ENQUEUE = "baton.jobs.enqueue";
    private static final String RUN = "baton.jobs.run";

    private final Supplier<ObservationRegistry> registry;
    private final SeldomLog seldom = Guarded.seldom();

    /** Creates observations of a registry, which is requested at the first use. */
    public JobObservations(Supplier<ObservationRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public <T> T observe(List<NewJob> jobs, Function<@Nullable String, T> insert) {
        if (!observes()) {
            return insert.apply(null);
        }
        EnqueueContext context = new EnqueueContext(jobs);
        Guarded observation = new Guarded(ENQUEUE, context, registry.get(), seldom);
        try {
            return insert.apply(TraceText.write(context.fields()));
        } catch (RuntimeException | Error e) {
            observation.failed(e);
            throw e;
        } finally {
            observation.stop();
        }
    }

    @Override
    public boolean observes() {
        return !registry.get().isNoop();
    }

    @Override
    public Call begin(List<ClaimedJob> jobs) {
        RunContext context = new RunContext(jobs);
        Guarded observation = new Guarded(RUN, context, registry.get(), seldom);
        return (outcomes, failure) -> {
            context.ended(outcomes);
            if (failure != null) {
                observation.failed(failure);
            }
            observation.stop();
        };
    }
}
