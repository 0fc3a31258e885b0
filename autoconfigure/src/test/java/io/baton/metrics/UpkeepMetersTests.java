package io.baton.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Upkeep;
import io.baton.job.Upkeep.UpkeepReport;
import io.baton.job.Upkeep.UpkeepReport.OldestTransaction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class UpkeepMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    @Test
    void dead_rows_and_the_oldest_transaction_are_told_when_asked() {
        AtomicReference<Optional<UpkeepReport>> known = new AtomicReference<>(Optional.of(
                new UpkeepReport(12, new OldestTransaction("process 7", Duration.ofMillis(90_500), "end it"))));
        WorkerMeters.bind(() -> requireNonNull(known.get()), registry);
        assertThat(gauge("baton.table.dead.rows")).isEqualTo(12);
        assertThat(registry.get("baton.database.oldest.transaction").timeGauge().value())
                .isEqualTo(90.5);

        known.set(Optional.of(new UpkeepReport(3, null)));
        assertThat(gauge("baton.table.dead.rows")).isEqualTo(3);
        assertThat(gauge("baton.database.oldest.transaction")).isZero();
    }

    @Test
    void what_is_not_known_is_no_number() {
        WorkerMeters.bind(Optional::empty, registry);
        assertThat(gauge("baton.table.dead.rows")).isNaN();
        assertThat(gauge("baton.database.oldest.transaction")).isNaN();
    }

    @Test
    void there_are_no_meters_for_a_database_that_tells_nothing() {
        WorkerMeters.bind(Upkeep.UNKNOWN, registry);
        assertThat(registry.getMeters()).isEmpty();
    }
}
