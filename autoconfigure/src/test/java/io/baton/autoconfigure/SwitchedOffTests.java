package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobState;
import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Shop;
import io.baton.connection.EnginePool;
import io.baton.start.StartRefusedException;
import io.baton.testing.OwnThreads;
import io.baton.worker.life.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

class SwitchedOffTests {

    @Test
    void nothing_is_there_without_a_data_source() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
                .run(host -> assertThat(host).hasNotFailed().doesNotHaveBean(Jobs.class));
    }

    @Test
    void nothing_is_there_when_it_is_off() {
        try (var host = HostContract.start(Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY, "baton.enabled=false")) {
            assertThat(host.getBeanDefinitionNames())
                    .filteredOn(name -> name.startsWith("baton"))
                    .as("only what a readiness group may name")
                    .containsOnly("batonAvailabilityHealthIndicator");
            assertThat(
                            host.getBean(JdbcTemplate.class)
                                    .queryForList(
                                            "SELECT table_name FROM information_schema.tables WHERE lower(table_name) LIKE 'baton_%'"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "baton.enabled=yess",
                "baton.enabled=yes",
                "baton.enabled=",
                "baton.worker.enabled=on",
                "baton.dashboard.enabled=yes"
            })
    void a_switch_that_is_neither_on_nor_off_fails_the_start(String property) {
        String name = property.substring(0, property.indexOf('='));
        assertThatThrownBy(() -> HostContract.start(Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY, property)
                        .close())
                .rootCause()
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContainingAll("'" + name + "'", "must be true or false");
    }

    @Test
    void without_a_worker_jobs_are_enqueued_and_wait() {
        try (var host =
                HostContract.start(Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY, "baton.worker.enabled=false")) {
            Jobs jobs = host.getBean(Jobs.class);
            var id = jobs.enqueue(new PriceItem("waits")).id();
            assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.READY);
        }
    }

    @Test
    void without_a_worker_the_engine_has_no_threads_and_no_pool() throws Exception {
        OwnThreads.test(threads -> {
            try (var host =
                    HostContract.start(Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY, "baton.worker.enabled=false")) {
                assertThat(host.getBeanNamesForType(Worker.class)).isEmpty();
                assertThat(host.getBeanNamesForType(EnginePool.class)).isEmpty();
                assertThat(threads.named("baton")).isEmpty();
            }
        });
    }
}
