package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Rate;
import io.baton.engine.BatonEngine;
import io.baton.wiring.ApplicationSide;
import io.baton.wiring.WorkerSide;
import io.baton.worker.WorkerSettings.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.unit.DataSize;

class BatonPropertiesTests {

    private static BatonProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("baton", BatonProperties.class);
    }

    @Test
    void defaults() {
        BatonProperties properties = bind(Map.of());
        assertThat(properties.enabled()).isTrue();
        assertThat(properties.worker().enabled()).isTrue();
        assertThat(properties.worker().name()).isEmpty();
        assertThat(properties.worker().queues()).isEmpty();
        assertThat(properties.worker().concurrency()).isEqualTo(10);
        assertThat(properties.worker().pollInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(properties.worker().heartbeat()).isEqualTo(Duration.ofSeconds(2));
        assertThat(properties.worker().deadAfter()).isEqualTo(Duration.ofSeconds(10));
        assertThat(properties.retry().maxAttempts()).isEqualTo(10);
        assertThat(properties.payload().maxSize()).isEqualTo(DataSize.ofMegabytes(1));
        assertThat(properties.retention().completed()).isEqualTo(Duration.ofDays(7));
        assertThat(properties.retention().dead()).isNull();
        assertThat(properties.schema().migrate()).isTrue();
        assertThat(properties.schema().name()).isNull();
        assertThat(properties.enqueue().allowForeignTransaction()).isFalse();
    }

    @Test
    void an_engine_without_options_has_the_defaults_of_the_properties() {
        BatonProperties properties = bind(Map.of());
        DataSource dataSource = new DriverManagerDataSource();
        BatonEngine.Builder builder = BatonEngine.builder(dataSource);
        assertThat(ReflectionTestUtils.<WorkerSide.Settings>invokeMethod(builder, "ofWorker"))
                .isEqualTo(properties.ofWorker(Duration.ofSeconds(25), null, null));
        assertThat(ReflectionTestUtils.<ApplicationSide.Settings>invokeMethod(builder, "ofApplication", "schema"))
                .usingRecursiveComparison()
                .ignoringFields("listensOn")
                .isEqualTo(properties.ofApplication(new BatonDatabase(dataSource, "schema"), () -> null));
        assertThat(ReflectionTestUtils.getField(builder, "RETRY"))
                .isEqualTo(properties.retry().rule());
    }

    @Test
    void a_queue_takes_from_the_worker_what_it_does_not_say() {
        BatonProperties properties = bind(Map.of(
                "baton.worker.concurrency", "7",
                "baton.queues.files.concurrency", "3"));
        assertThat(properties.queues())
                .hasEntrySatisfying("files", queue -> assertThat(queue.settings(properties.worker()))
                        .isEqualTo(QueueSettings.of(3)));
        assertThat(properties.ofWorker(Duration.ZERO, null, null).queue("files"))
                .isEqualTo(QueueSettings.of(3));
        assertThat(properties.ofWorker(Duration.ZERO, null, null).queue("mails"))
                .isEqualTo(QueueSettings.of(7));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            queues.mails.open=Mon-Fri                                | baton.queues.mails.open     | is not a window of time
            queues.mails.open=08:00-08:00                            | baton.queues.mails.open     | is not a window of time
            queues.mails.calendar=de                                 | baton.queues.mails.calendar | no calendar "de"
            queues.mails.calendar=de;calendars.de.closed=Sat         | baton.queues.mails.calendar | set beside it
            queues.mails.calendar=de;calendars.de.closed=Sat;queues.mails.open=Sat 08:00-09:00 | baton.queues.mails.open | closes all
            calendars.de.zone=Berlin                                 | baton.calendars.de.zone     | is not a time zone
            calendars.de.closed=Christmas                            | baton.calendars.de.closed   | neither a date
            calendars.de.closed=Mon,Tue,Wed,Thu,Fri,Sat,Sun          | baton.calendars.de.closed   | every day of the week
            recurring.nightly.calendar=de                            | baton.recurring.nightly.calendar | no calendar "de"
            """)
    void a_window_or_calendar_that_cannot_be_is_refused(String properties, String property, String reason) {
        Map<String, String> all = Stream.of(properties.split(";"))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> "baton." + each[0], each -> each[1]));
        assertThatThrownBy(() -> bind(all)).hasStackTraceContaining(property).hasStackTraceContaining(reason);
    }

    @Test
    void a_rate_has_a_burst_of_its_own_or_the_smooth_one() {
        BatonProperties properties = bind(Map.of(
                "baton.semaphores.none", "0",
                "baton.rate-limits.smooth.permits", "50",
                "baton.rate-limits.bursting.permits", "60",
                "baton.rate-limits.bursting.per", "1m",
                "baton.rate-limits.bursting.burst", "7"));
        assertThat(properties.semaphores()).containsExactly(Map.entry("none", 0));
        assertThat(properties.rateLimits())
                .hasEntrySatisfying(
                        "smooth", limit -> assertThat(limit.rate()).isEqualTo(Rate.of(50, Duration.ofSeconds(1))))
                .hasEntrySatisfying("bursting", limit -> assertThat(limit.rate())
                        .isEqualTo(Rate.of(60, Duration.ofMinutes(1)).withBurst(7)));
    }

    @Test
    void a_limit_that_cannot_be_is_refused_by_its_name() {
        assertThatThrownBy(() -> bind(Map.of("baton.semaphores.api", "-1")))
                .rootCause()
                .hasMessageContaining("baton.semaphores.api");
        assertThatThrownBy(() -> bind(Map.of("baton.rate-limits.api.permits", "0")))
                .hasStackTraceContaining(
                        "The property 'baton.rate-limits.api.permits' is 0: A rate cannot have 0 permits");
    }

    @Test
    void a_dashboard_is_off_and_only_reads_unless_it_is_said() {
        BatonProperties.Dashboard dashboard = bind(Map.of()).dashboard();
        assertThat(List.of(dashboard.enabled(), dashboard.writes(), dashboard.showValues()))
                .containsOnly(false);
        assertThat(dashboard.role()).isNull();
        for (String path : List.of("baton", "/baton/", "/ba ton", "/baton/{id}", "/")) {
            assertThatThrownBy(() -> bind(Map.of("baton.dashboard.path", path)))
                    .rootCause()
                    .hasMessageContaining("baton.dashboard.path");
        }
    }
}
