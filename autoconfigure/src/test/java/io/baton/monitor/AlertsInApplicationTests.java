package io.baton.monitor;

import static io.baton.testing.Applications.drain;
import static io.baton.testing.Applications.start;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Alert;
import io.baton.Alert.JobsDied;
import io.baton.Alert.LimitExhausted;
import io.baton.Alert.QueueLate;
import io.baton.JobCount;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RequiresPermit;
import io.baton.database.Database;
import io.baton.sweep.Sweeper;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import io.baton.wiring.WorkerSide;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.test.util.ReflectionTestUtils;

/** Alerts as events in whole applications. The tests do what the sweeper of each node does once a minute. */
@Timeout(600)
class AlertsInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<Seen> SEEN = new CopyOnWriteArrayList<>();
    private static CountDownLatch mayEnd = new CountDownLatch(0);

    private record Seen(String node, Alert alert) {}

    @JobType(name = "mail")
    record Mail(int number) {}

    @JobType(name = "file")
    record ReadFile(int number) {}

    @JobType(name = "call")
    record Call(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final String node;

        Application(@Value("${test.node}") String node) {
            this.node = node;
        }

        @EventListener
        void died(JobsDied event) {
            SEEN.add(new Seen(node, event));
            throw new IllegalStateException("no server for mails");
        }

        @EventListener
        void late(QueueLate event) {
            if (event.queue().equals("limbo")) {
                SEEN.add(new Seen(node, event));
            }
        }

        @EventListener
        void exhausted(LimitExhausted event) {
            SEEN.add(new Seen(node, event));
        }

        @JobHandler
        void mail(Mail mail) {
            throw new JobRejectedException("no such address: secret@example.org");
        }

        @JobHandler(maxAttempts = 1)
        void read(ReadFile file) {
            throw new IllegalArgumentException("secret");
        }

        @JobHandler
        @RequiresPermit("api")
        void call(Call call) throws InterruptedException {
            mayEnd.await();
        }
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    private static ConfigurableApplicationContext node(String name, DatabaseAccess access, String... properties) {
        ConfigurableApplicationContext application = start(
                Application.class,
                access,
                Stream.concat(Stream.of("test.node=" + name, "baton.semaphores.api=1"), Stream.of(properties))
                        .toArray(String[]::new));
        application.getBean(Sweeper.class).stop();
        return application;
    }

    private static PublishAlerts task(ConfigurableApplicationContext application) {
        List<?> tasks = (List<?>)
                requireNonNull(ReflectionTestUtils.getField(application.getBean(Sweeper.class), "furtherTasks"));
        return tasks.stream()
                .filter(PublishAlerts.class::isInstance)
                .map(PublishAlerts.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static void awaitFirst(ConfigurableApplicationContext application) {
        await().atMost(LIMIT)
                .until(() -> application.getBean(WorkerSide.class).sampler.isFirst());
    }

    /** Does what the nodes do in a minute, and waits for the listeners. */
    private static void sweep(ConfigurableApplicationContext... nodes) throws InterruptedException {
        for (ConfigurableApplicationContext node : nodes) {
            task(node).sweep();
            Thread publishing = (Thread) ReflectionTestUtils.getField(task(node), "publishing");
            if (publishing != null) {
                publishing.join();
            }
        }
    }

    /** Waits until all deaths until now are old enough to be published. */
    private static void letDeathsSettle(ConfigurableApplicationContext node) {
        Database database = new Database(node.getBean(DataSource.class), null);
        Instant now = database.now();
        await().atMost(LIMIT).until(() -> database.now().isAfter(now.plusSeconds(6)));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void many_deaths_are_one_event_a_type_on_one_node(TestDatabase kind) throws Exception {
        DatabaseAccess access = kind.freshAccess();
        ConfigurableApplicationContext one = node("one", access);
        ConfigurableApplicationContext two = node("two", access);
        try {
            Jobs jobs = two.getBean(Jobs.class);
            jobs.enqueueAll(IntStream.range(0, 500).mapToObj(Mail::new));
            JobId file = jobs.enqueue(new ReadFile(1)).id();
            JobsDied ofFile = new JobsDied("file", "default", 1, file, "java.lang.IllegalArgumentException");
            drain(two);
            letDeathsSettle(two);
            await().atMost(LIMIT).until(() -> {
                sweep(one, two);
                return !SEEN.isEmpty();
            });
            String first = SEEN.get(0).node();
            assertThat(SEEN).hasSize(2).last().isEqualTo(new Seen(first, ofFile));
            assertThat((JobsDied) SEEN.get(0).alert())
                    .matches(died -> died.type().equals("mail") && died.jobs() == 500)
                    .matches(died -> died.error().equals("io.baton.JobRejectedException"));
            sweep(one, two);
            assertThat(SEEN).as("again").hasSize(2);

            (first.equals("one") ? one : two).close();
            ConfigurableApplicationContext other = first.equals("one") ? two : one;
            awaitFirst(other);
            sweep(other);
            assertThat(SEEN).as("in the first minute of another node").hasSize(2);
            other.getBean(Jobs.class).revive(file);
            drain(other);
            letDeathsSettle(other);
            sweep(other);
            assertThat(SEEN).contains(new Seen(first.equals("one") ? "two" : "one", ofFile));
        } finally {
            one.close();
            two.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_late_queue_and_an_exhausted_limit_are_events(TestDatabase kind) {
        mayEnd = new CountDownLatch(1);
        try (ConfigurableApplicationContext node = node("one", kind.freshAccess(), "baton.alerts.late-after=1ms")) {
            awaitFirst(node);
            Jobs jobs = node.getBean(Jobs.class);
            jobs.enqueue(new Mail(1), options -> options.queue("limbo"));
            jobs.enqueueAll(Stream.of(new Call(1), new Call(2), new Call(3)));
            await().atMost(LIMIT).until(() -> jobs.counts()
                    .containsAll(List.of(
                            new JobCount("default", JobState.CLAIMED, 1),
                            new JobCount("default", JobState.BLOCKED, 2))));
            await().atMost(LIMIT).until(() -> {
                sweep(node);
                return SEEN.size() == 2;
            });
            assertThat(SEEN.stream().map(Seen::alert))
                    .satisfiesExactly(
                            late -> assertThat((QueueLate) late)
                                    .matches(queue -> queue.ready() == 1 && queue.workers() == 0 && !queue.paused()),
                            full -> assertThat((LimitExhausted) full)
                                    .matches(limit -> limit.limit().equals("api"))
                                    .matches(limit -> limit.held() == 1 && limit.waiting() == 2));
            mayEnd.countDown();
        } finally {
            mayEnd.countDown();
        }
    }
}
