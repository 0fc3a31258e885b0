package io.baton.metrics;

import io.baton.job.Upkeep;
import io.baton.job.Upkeep.UpkeepReport;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Publishes the meters of the database's cleanup: {@code baton.table.dead.rows} and {@code baton.database.oldest.transaction}. They are missing if
 * the database does not provide them, and NaN while they cannot be read.
 */
public record UpkeepMeters(Upkeep upkeep) implements MeterBinder {

    private static final double NANOS = 1e9;

    @Override
    public void bindTo(MeterRegistry registry) {
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
                        each -> read(each, UpkeepMeters::seconds))
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
