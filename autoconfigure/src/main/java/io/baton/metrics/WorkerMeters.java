package io.baton.metrics;

import io.baton.worker.Worker;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The worker's own meters: {@code baton.jobs.fenced}, {@code baton.jobs.blocked} and {@code baton.jobs.unsettled}. */
public final class WorkerMeters implements MeterBinder {

    private final Worker worker;

    public WorkerMeters(Worker worker) {
        this.worker = worker;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(
                        "baton.jobs.fenced", worker, each -> each.report().fenced())
                .description("Outcomes refused because the job was another worker's by then")
                .register(registry);
        FunctionCounter.builder(
                        "baton.jobs.blocked", worker, each -> each.report().blocked())
                .description(
                        "Jobs that were stored without the permits that they need, and were not started for want of them")
                .register(registry);
        Gauge.builder("baton.jobs.unsettled", worker, each -> each.report().unsettled())
                .description("Outcomes that are not written yet")
                .register(registry);
    }
}
