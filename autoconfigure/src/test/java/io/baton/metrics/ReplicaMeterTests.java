package io.baton.metrics;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.monitor.Sampler;
import io.baton.testing.TestDatabase;
import io.baton.wiring.WorkerSide;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The meter of an application whose only place is taken. */
@Timeout(180)
class ReplicaMeterTests {

    @JobType(name = "slow", queue = "slow")
    record Slow(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final CountDownLatch end = new CountDownLatch(1);

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @JobHandler
        void run(Slow slow) throws InterruptedException {
            end.await();
        }
    }

    private static double wanted(MeterRegistry registry) {
        return registry.get("baton.replicas.wanted")
                .tags("queue", "slow")
                .gauge()
                .value();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_backlog_behind_a_busy_node_wants_another_node(TestDatabase kind) {
        try (ConfigurableApplicationContext application = start(
                Application.class, kind.freshAccess(), "baton.worker.concurrency=1", "baton.scaling.target-wait=1s")) {
            MeterRegistry registry = application.getBean(MeterRegistry.class);
            Sampler sampler = application.getBean(WorkerSide.class).sampler;
            application.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
            try {
                await().ignoreExceptions().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    sampler.sweep();
                    assertThat(wanted(registry)).isEqualTo(1);
                });
                application
                        .getBean(Jobs.class)
                        .enqueueAll(IntStream.range(0, 20).mapToObj(Slow::new));
                await().ignoreExceptions().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    sampler.sweep();
                    assertThat(wanted(registry)).isEqualTo(2);
                });
            } finally {
                application.getBean(Application.class).end.countDown();
            }
        }
    }
}
