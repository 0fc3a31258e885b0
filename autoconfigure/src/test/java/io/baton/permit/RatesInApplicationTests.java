package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Rate;
import io.baton.RateLimited;
import io.baton.RateLimits;
import io.baton.RequiresPermit;
import io.baton.testing.Applications;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Rates in whole applications: the starts are counted inside the handlers, of which none is before its admission, whatever the tables say. */
class RatesInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int CAPACITY = 3;
    private static final Rate RATE = Rate.of(50, Duration.ofSeconds(1));

    private static final List<Long> STARTS = Collections.synchronizedList(new ArrayList<>());

    @RequiresPermit("api")
    @RateLimited("api")
    @JobType(name = "called", queue = "calls")
    record Call(int number) {}

    @RateLimited(value = "slow", key = "#payload.tenant")
    @JobType(name = "slow", queue = "calls")
    record Slow(String tenant) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void run(Call payload, JobContext job) {
            STARTS.add(System.nanoTime());
            if (payload.number() % 10 == 0 && job.attempt() == 1) {
                throw new IllegalStateException("again");
            }
        }

        @JobHandler
        void run(Slow payload) {
            STARTS.add(System.nanoTime());
        }
    }

    @BeforeEach
    void forget() {
        STARTS.clear();
    }

    private static ConfigurableApplicationContext start(DatabaseAccess access, String... properties) {
        return Applications.start(
                Application.class,
                access,
                Stream.concat(Stream.of("baton.retry.delay=0s", "baton.worker.dead-after=1m"), Stream.of(properties))
                        .toArray(String[]::new));
    }

    private static void drain(ConfigurableApplicationContext context) throws InterruptedException {
        assertThat(context.getBean(Jobs.class).awaitDrained(JobFilter.all(), LIMIT))
                .as("all jobs have run")
                .isTrue();
    }

    /**
     * All that start within a time cannot be more than what came in it, with what was there before, what had not been claimed yet, and what had
     * been and was kept from running by this machine.
     */
    private static void requireRate(Rate rate) {
        long perPermit = rate.per().toNanos() / rate.permits();
        List<Long> starts = STARTS.stream().sorted().toList();
        for (int first = 0; first < starts.size(); first++) {
            for (int last = first; last < starts.size(); last++) {
                long time = starts.get(last) - starts.get(first);
                assertThat(last - first + 1)
                        .as("starts within %s ns", time)
                        .isLessThanOrEqualTo((int) (time / perPermit) + 1 + 2 * rate.burst() + CAPACITY);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void no_more_start_on_two_nodes_than_the_rate_lets(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        String[] properties = {
            "baton.semaphores.api=" + CAPACITY,
            "baton.rate-limits.api.permits=" + RATE.permits(),
            "baton.rate-limits.slow.permits=1"
        };
        try (ConfigurableApplicationContext one = start(access, properties);
                ConfigurableApplicationContext two = start(access, properties)) {
            assertThat(two.isRunning()).isTrue();
            one.getBean(Jobs.class)
                    .enqueueAll(IntStream.range(0, 60).mapToObj(Call::new).toList());
            drain(one);

            assertThat(STARTS).as("those that failed start again").hasSize(66);
            requireRate(RATE);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void each_key_has_a_rate_and_a_changed_one_counts_at_once(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        String[] properties = {
            "baton.semaphores.api=" + CAPACITY,
            "baton.rate-limits.api.permits=1",
            "baton.rate-limits.slow.permits=1",
            "baton.rate-limits.slow.per=1h"
        };
        try (ConfigurableApplicationContext web = start(
                        access,
                        "baton.worker.enabled=false",
                        "baton.rate-limits.slow.permits=1",
                        "baton.rate-limits.slow.per=1h");
                ConfigurableApplicationContext worker = start(access, properties)) {
            assertThat(worker.isRunning()).isTrue();
            Jobs jobs = web.getBean(Jobs.class);
            IntStream.range(0, 10).forEach(number -> jobs.enqueue(new Slow("t" + number % 2)));
            await().atMost(LIMIT).until(() -> STARTS.size() == 2);
            RateLimits limits = web.getBean(RateLimits.class);
            assertThat(limits.inspect("slow:t0").orElseThrow().waiting()).isEqualTo(4);
            limits.change("slow", Rate.of(1_000, Duration.ofSeconds(1)));
            drain(web);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "H2")
    void a_rate_that_nobody_defined_fails_the_start(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        assertThatThrownBy(
                        () -> start(access, "baton.semaphores.api=" + CAPACITY).close())
                .rootCause()
                .hasMessageContaining("@RateLimited(\"api\")");
        assertThatThrownBy(() -> start(access, "baton.rate-limits.api.per=1s").close())
                .rootCause()
                .hasMessageContaining("baton.rate-limits.api.permits");
    }
}
