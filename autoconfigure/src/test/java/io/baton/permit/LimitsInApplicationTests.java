package io.baton.permit;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.baton.JobCount;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import io.baton.Semaphores;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limits in whole applications: as they are named, defined and asked for. */
class LimitsInApplicationTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final AtomicInteger RAN = new AtomicInteger();

    @BeforeEach
    void forget() {
        RAN.set(0);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sending {}

    /** Every node sees this one. */
    @RequiresPermit("common")
    @JobType(name = "half", queue = "half")
    record Half() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Limiting {

        /** Only nodes with the handler see this one. */
        @JobHandler
        @RequiresPermit("closed")
        void run(Half payload) {
            RAN.incrementAndGet();
        }
    }

    @Test
    void a_job_that_was_stored_with_some_of_its_permits_waits_for_the_others() {
        DatabaseAccess access = TestDatabase.H2.freshAccess();
        try (ConfigurableApplicationContext web =
                start(Sending.class, access, "baton.worker.enabled=false", "baton.semaphores.common=5")) {
            Jobs jobs = web.getBean(Jobs.class);
            jobs.enqueue(new Half());
            try (ConfigurableApplicationContext worker = start(Limiting.class, access, "baton.semaphores.closed=0")) {
                assertThat(worker.isRunning()).isTrue();
                await().atMost(LIMIT)
                        .until(() -> RAN.get() > 0
                                || worker.getBean(Semaphores.class)
                                        .inspect("closed")
                                        .filter(seen -> seen.waiting() == 1)
                                        .isPresent());
                assertThat(RAN).as("runs of jobs whose limit is 0").hasValue(0);
                assertThat(jobs.counts()).contains(new JobCount("half", JobState.BLOCKED, 1));
            }
        }
    }

    @JobType(name = "dotted", queue = "dotted")
    record Dotted() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class DottedRate {

        @JobHandler
        @RateLimited("my.api")
        void run(Dotted payload) {
            RAN.incrementAndGet();
        }
    }

    @Test
    void what_the_message_advises_for_a_rate_with_a_dot_in_its_name_helps() {
        assertThatCode(() -> start(
                                DottedRate.class,
                                TestDatabase.H2.freshAccess(),
                                "baton.rate-limits[my.api].permits=5",
                                "baton.rate-limits[my.api].per=1s")
                        .close())
                .doesNotThrowAnyException();
    }

    @JobType(name = "defined", queue = "defined")
    record Defined() {}

    static class Handlers {

        @JobHandler
        @RequiresPermit("by-code")
        void run(Defined payload) {
            RAN.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class DefiningInBean extends Handlers {

        @Bean
        InitializingBean define(Semaphores semaphores) {
            return () -> semaphores.define("by-code", 3);
        }
    }

    @Test
    void an_application_may_define_its_semaphores_in_a_bean() {
        assertThatCode(() -> start(DefiningInBean.class, TestDatabase.H2.freshAccess())
                        .close())
                .doesNotThrowAnyException();
    }
}
