package io.baton.observation;

import static io.baton.testing.Applications.start;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Batches;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RequiresPermit;
import io.baton.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** What observation handlers see of enqueues and runs, and how a trace gets from one to the other. */
@Timeout(180)
class ObservationTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final ThreadLocal<String> TRACE = new ThreadLocal<>();
    private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();
    private static final AtomicBoolean BROKEN = new AtomicBoolean();

    @JobType(name = "mail", queue = "mails")
    record Mail(int number) {}

    @JobType(name = "report", queue = "reports")
    record Report(int number) {}

    @JobType(name = "letters", queue = "letters")
    record Letter(int number) {}

    @JobType(name = "rejected")
    record Rejected() {}

    /** Propagates what a thread says that it is in, as a tracer would. */
    static final class Tracer implements ObservationHandler<Observation.Context> {

        private final AtomicInteger spans = new AtomicInteger();

        @Override
        @SuppressWarnings("unchecked")
        public void onStart(Observation.Context context) {
            if (BROKEN.get()) {
                throw new IllegalStateException("broken");
            }
            String trace = TRACE.get();
            if (context instanceof SenderContext<?> sender && trace != null) {
                SenderContext<Object> typed = (SenderContext<Object>) sender;
                Object carrier = requireNonNull(typed.getCarrier());
                typed.getSetter().set(carrier, "traceparent", trace + "-" + spans.incrementAndGet());
                typed.getSetter().set(carrier, "baggage", "tenant=acme");
                typed.getSetter().set(carrier, "far-too-long", "x".repeat(300));
            } else if (context instanceof ReceiverContext<?> receiver) {
                ReceiverContext<Object> typed = (ReceiverContext<Object>) receiver;
                Object carrier = requireNonNull(typed.getCarrier());
                context.put(
                        "trace",
                        typed.getGetter().get(carrier, "traceparent") + " "
                                + typed.getGetter().get(carrier, "baggage"));
            }
        }

        @Override
        public void onScopeOpened(Observation.Context context) {
            if (context instanceof ReceiverContext<?>) {
                TRACE.set(context.get("trace"));
            }
        }

        @Override
        public void onScopeClosed(Observation.Context context) {
            if (context instanceof ReceiverContext<?>) {
                TRACE.remove();
            }
        }

        @Override
        public void onError(Observation.Context context) {
            SEEN.add("error " + requireNonNull(context.getError()).getMessage());
        }

        @Override
        public void onStop(Observation.Context context) {
            SEEN.add(context.getName() + " "
                    + context.getLowCardinalityKeyValues().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .toList()
                    + (context.getError() == null
                            ? ""
                            : " " + context.getError().getClass().getSimpleName()));
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        final Queue<String> traces = new ConcurrentLinkedQueue<>();
        final AtomicInteger calls = new AtomicInteger();

        @Bean
        ObservationRegistry registry() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new Tracer());
            return registry;
        }

        @JobHandler
        void send(Mail mail) {
            traces.add(String.valueOf(TRACE.get()));
        }

        @JobHandler
        @RequiresPermit("printer")
        void print(Report report) {
            traces.add(String.valueOf(TRACE.get()));
        }

        @JobHandler(batchSize = 50)
        void deliver(List<Job<Letter>> letters) {
            calls.incrementAndGet();
            traces.add(TRACE.get() + " " + letters.size());
        }

        @JobHandler
        void reject(Rejected rejected, JobContext job) {
            throw new JobRejectedException("no such customer");
        }
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
        TRACE.remove();
        BROKEN.set(false);
    }

    private static <T> T within(String trace, Supplier<T> work) {
        TRACE.set(trace);
        try {
            return work.get();
        } finally {
            TRACE.remove();
        }
    }

    private static ConfigurableApplicationContext application(TestDatabase kind) {
        return start(
                Application.class, kind.freshAccess(), "baton.semaphores.printer=1", "baton.worker.poll-interval=50ms");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_trace_leads_from_the_enqueue_to_the_run(TestDatabase kind) throws InterruptedException {
        try (ConfigurableApplicationContext application = application(kind)) {
            Jobs jobs = application.getBean(Jobs.class);
            Queue<String> traces = application.getBean(Application.class).traces;
            within("one", () -> jobs.enqueue(new Mail(1)));
            within("bulk", () -> jobs.enqueueAll(List.of(new Mail(2), new Mail(3))));
            within("each", () -> jobs.enqueueEach(List.of(new Mail(4), new Mail(5))));
            within("limited", () -> jobs.enqueue(new Report(1)));
            within("limited-bulk", () -> jobs.enqueueAll(List.of(new Report(2), new Report(3))));
            within("unique", () -> jobs.enqueue(new Mail(6), options -> options.unique("six")));
            within("batch", () -> {
                var batch = application.getBean(Batches.class).open("some");
                batch.addJobs(List.of(new Mail(7)));
                return batch.seal();
            });
            jobs.enqueue(new Mail(8));
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();

            String baggage = " tenant=acme";
            assertThat(traces.stream().map(trace -> trace.replaceAll("-\\d+ ", " ")))
                    .containsExactlyInAnyOrder(
                            "one" + baggage,
                            "bulk" + baggage,
                            "bulk" + baggage,
                            "each" + baggage,
                            "each" + baggage,
                            "limited" + baggage,
                            "limited-bulk" + baggage,
                            "limited-bulk" + baggage,
                            "unique" + baggage,
                            "batch" + baggage,
                            "null null");
        }
    }

    @Test
    void observations_are_named_and_tell_what_became_of_the_job() throws InterruptedException {
        try (ConfigurableApplicationContext application = application(TestDatabase.H2)) {
            Jobs jobs = application.getBean(Jobs.class);
            jobs.enqueue(new Mail(1));
            jobs.enqueue(new Rejected());
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(SEEN)
                    .contains(
                            "baton.jobs.enqueue [queue=mails, type=mail]",
                            "baton.jobs.run [outcome=completed, queue=mails, type=mail]",
                            "error io.baton.JobRejectedException",
                            "baton.jobs.run [outcome=dead, queue=default, type=rejected] JobRejectedException");
        }
    }

    @Test
    void a_call_with_many_jobs_is_one_run_in_their_shared_trace() throws InterruptedException {
        try (ConfigurableApplicationContext application = application(TestDatabase.H2)) {
            Jobs jobs = application.getBean(Jobs.class);
            jobs.pause("letters");
            within("all", () -> jobs.enqueueAll(IntStream.range(0, 20).mapToObj(Letter::new)));
            jobs.resume("letters");
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            Application app = application.getBean(Application.class);
            assertThat(app.traces).allMatch(trace -> trace.startsWith("all-"));
            assertThat(SEEN.stream().filter(each -> each.startsWith("baton.jobs.run")))
                    .hasSize(app.calls.get());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_text_that_is_no_trace_disturbs_no_run(TestDatabase kind) throws InterruptedException {
        try (ConfigurableApplicationContext application = application(kind)) {
            Jobs jobs = application.getBean(Jobs.class);
            jobs.pause("mails");
            jobs.enqueue(new Mail(1));
            application.getBean(JdbcTemplate.class).update("UPDATE baton_job SET trace = '=\n==\nno trace'");
            jobs.resume("mails");
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(application.getBean(Application.class).traces).containsExactly("null null");
        }
    }

    @Test
    void an_observation_handler_that_throws_hinders_neither_enqueues_nor_runs() throws InterruptedException {
        try (ConfigurableApplicationContext application = application(TestDatabase.H2)) {
            BROKEN.set(true);
            Jobs jobs = application.getBean(Jobs.class);
            jobs.enqueueAll(IntStream.range(0, 5).mapToObj(Mail::new));
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(application.getBean(Application.class).traces).hasSize(5);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Measured {

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @JobHandler
        void send(Mail mail) {}

        @JobHandler
        void reject(Rejected rejected) {
            throw new JobRejectedException("no such customer");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void meters_show_enqueued_jobs_their_wait_and_their_outcome(TestDatabase kind) throws InterruptedException {
        try (ConfigurableApplicationContext application = start(Measured.class, kind.freshAccess())) {
            Jobs jobs = application.getBean(Jobs.class);
            MeterRegistry meters = application.getBean(MeterRegistry.class);
            application.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(meters));
            jobs.enqueueAll(
                    IntStream.range(0, 10).mapToObj(Mail::new),
                    options -> options.at(Instant.parse("2020-01-01T00:00:00Z")));
            jobs.enqueue(new Rejected());
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(meters.get("baton.jobs.enqueued")
                            .tags("type", "mail", "queue", "mails")
                            .counter()
                            .count())
                    .isEqualTo(10);
            Timer waits = meters.get("baton.jobs.wait").tags("type", "mail").timer();
            assertThat(waits.count()).isEqualTo(10);
            assertThat(waits.mean(TimeUnit.DAYS)).isGreaterThan(365);
            await().ignoreExceptions().untilAsserted(() -> {
                assertThat(meters.get("baton.jobs.ended")
                                .tags("type", "mail", "outcome", "completed")
                                .counter()
                                .count())
                        .isEqualTo(10);
                assertThat(meters.get("baton.jobs.ended")
                                .tags("outcome", "dead")
                                .counter()
                                .count())
                        .isEqualTo(1);
                assertThat(meters.get("baton.worker.claim").functionTimer().count())
                        .isPositive();
                assertThat(meters.get("baton.worker.settle").functionTimer().count())
                        .isPositive();
                assertThat(meters.get("baton.worker.running").gauge().value()).isZero();
            });
            await().ignoreExceptions().atMost(LIMIT).untilAsserted(() -> {
                assertThat(meters.get("baton.workers").gauge().value()).isEqualTo(1);
                assertThat(meters.get("baton.queue.depth")
                                .tags("queue", "default", "state", "dead")
                                .gauge()
                                .value())
                        .isEqualTo(1);
            });
            for (int asked = 0; asked < 3; asked++) {
                jobs.enqueue(new Mail(10), options -> options.unique("ten").delay(Duration.ofHours(1)));
            }
            assertThat(meters.get("baton.jobs.kept")
                            .tags("type", "mail")
                            .counter()
                            .count())
                    .isEqualTo(2);
        }
    }
}
