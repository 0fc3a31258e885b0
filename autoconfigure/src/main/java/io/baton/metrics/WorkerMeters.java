package io.baton.metrics;

import io.baton.job.Upkeep;
import io.baton.job.Upkeep.UpkeepReport;
import io.baton.sweep.Sweeper;
import io.baton.worker.WorkerReport;
import io.baton.worker.WorkerReport.Times;
import io.baton.worker.life.Worker;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Publishes the meters of this node's worker: its jobs, the duration of its statements, refused outcomes and reclaimed jobs, and how its database
 * cleans up.
 */
public record WorkerMeters(Worker worker, Sweeper sweeper, Upkeep upkeep) implements MeterBinder {

    private static final double NANOS = 1e9;

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
        FunctionCounter.builder("baton.jobs.unlocked", sweeper, Sweeper::unlocked)
                .description("Jobs of dead workers that this node reclaimed")
                .register(registry);
        Gauge.builder("baton.jobs.unsettled", worker, each -> each.report().unsettled())
                .description("Outcomes that are not written yet")
                .register(registry);
        Gauge.builder("baton.worker.running", worker, each -> each.report().jobsRunning())
                .description("Jobs that run here")
                .register(registry);
        Gauge.builder("baton.worker.waiting", worker, each -> each.report().jobsWaiting())
                .description("Jobs that were claimed and have not started")
                .register(registry);
        timer(registry, "baton.worker.claim", "Claims of jobs, each for a queue", WorkerReport::claims);
        timer(registry, "baton.worker.settle", "Writes of outcomes, each for many jobs", WorkerReport::settlements);
        bind(upkeep, registry);
    }

    private void timer(MeterRegistry registry, String name, String text, Function<WorkerReport, Times> times) {
        FunctionTimer.builder(
                        name,
                        worker,
                        each -> times.apply(each.report()).count(),
                        each -> times.apply(each.report()).total().toNanos(),
                        TimeUnit.NANOSECONDS)
                .description(text)
                .register(registry);
    }

    /** Binds two gauges, which are missing if the database does not provide them, and NaN while they cannot be read. */
    static void bind(Upkeep upkeep, MeterRegistry registry) {
        if (upkeep == Upkeep.UNKNOWN) {
            return;
        }
        Gauge.builder("baton.table.dead.rows", upkeep, each -> read(each, UpkeepReport::deadRows))
                .description("Rows of the job table that are gone and not cleaned up yet")
                .baseUnit("rows")
                .register(registry);
        TimeGauge.builder(
                        "baton.database.oldest.transaction",
                        upkeep,
                        TimeUnit.SECONDS,
                        each -> read(each, WorkerMeters::seconds))
                .description("Age of the transaction that has kept the database from cleaning up longest")
                .register(registry);
    }

    private static double read(Upkeep upkeep, ToDoubleFunction<UpkeepReport> value) {
        return upkeep.report().map(value::applyAsDouble).orElse(Double.NaN);
    }

    private static double seconds(UpkeepReport report) {
        return report.oldest() == null ? 0 : report.oldest().age().toNanos() / NANOS;
    }
}
