package io.baton.metrics;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
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

/** The meter for autoscalers, in an application that can run two jobs of a queue at once. */
@Timeout(180)
class QueueLoadTests {

    @JobType(name = "slow", queue = "slow")
    record Slow(int number) {}

    @JobType(name = "sleepy", queue = "slow")
    record Sleepy(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final CountDownLatch end = new CountDownLatch(1);

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @JobHandler
        void sleep(Sleepy sleepy, JobContext job) {
            job.sleep("long", Duration.ofDays(30));
        }

        @JobHandler
        void run(Slow slow) throws InterruptedException {
            end.await();
        }
    }

    private static double load(MeterRegistry registry) {
        return registry.get("baton.queue.load").tags("queue", "slow").gauge().value();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_that_wait_in_steps_are_counted_and_are_no_load(TestDatabase kind) {
        try (ConfigurableApplicationContext application = start(Application.class, kind.freshAccess())) {
            MeterRegistry registry = application.getBean(MeterRegistry.class);
            Sampler sampler = application.getBean(WorkerSide.class).sampler;
            application.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
            application.getBean(Jobs.class).enqueueAll(IntStream.range(0, 3).mapToObj(Sleepy::new));
            await().ignoreExceptions().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                sampler.sweep();
                assertThat(depth(registry, "suspended")).isEqualTo(3);
            });
            assertThat(depth(registry, "ready") + depth(registry, "claimed") + depth(registry, "dead"))
                    .isZero();
            assertThat(load(registry)).isZero();
            assertThat(registry.get("baton.queue.oldest.due")
                            .tags("queue", "slow")
                            .gauge()
                            .value())
                    .isZero();
        }
    }

    private static double depth(MeterRegistry registry, String state) {
        return registry.get("baton.queue.depth")
                .tags("queue", "slow", "state", state)
                .gauge()
                .value();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void claimed_jobs_and_ready_ones_of_no_paused_queue_count(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "baton.worker.concurrency=2")) {
            MeterRegistry registry = application.getBean(MeterRegistry.class);
            Jobs jobs = application.getBean(Jobs.class);
            Sampler sampler = application.getBean(WorkerSide.class).sampler;
            application.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
            try {
                await().ignoreExceptions().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    sampler.sweep();
                    assertThat(load(registry)).isZero();
                });
                jobs.enqueueAll(IntStream.range(0, 20).mapToObj(Slow::new));
                await("the sweeper may publish a sample that it took before").untilAsserted(() -> {
                    sampler.sweep();
                    assertThat(load(registry)).isEqualTo(10);
                });
                jobs.pause("slow");
                await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    sampler.sweep();
                    assertThat(load(registry)).isEqualTo(1);
                });
            } finally {
                application.getBean(Application.class).end.countDown();
            }
        }
    }
}
