package io.baton.sequence;

import static io.baton.testing.Applications.drain;
import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.Batches;
import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.InSequence;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.OnDead;
import io.baton.OnDuplicate;
import io.baton.Recurrence;
import io.baton.RecurringJobs;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Sequences in whole applications: counted inside the handlers, whatever the tables say. */
class SequencesInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int STEPS = 8;

    /** The steps that ran, by their orders. */
    private static final Map<String, ConcurrentLinkedQueue<Integer>> RAN = new ConcurrentHashMap<>();

    private static final Map<String, AtomicInteger> RUNNING = new ConcurrentHashMap<>();
    private static final ConcurrentLinkedQueue<String> OVERLAPS = new ConcurrentLinkedQueue<>();

    @InSequence("'order:' + #payload.order")
    @JobType(name = "step", queue = "steps")
    record Step(String order, int number) {}

    @JobType(name = "written", queue = "steps")
    record Written(String order, int number) {}

    @JobType(name = "listed", queue = "lists")
    record Listed(String order, int number) {}

    @InSequence(value = "#payload.order", onDead = OnDead.SKIP)
    @JobType(name = "fragile")
    record Fragile(String order, int number) {}

    @InSequence("#payload.order")
    record Nameless(@Nullable String order) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        /** Every third step fails once. */
        @JobHandler(maxAttempts = 3)
        void step(Step step, JobContext context) {
            alone("order:" + step.order(), step.number(), step.number() % 3 == 0 && context.attempt() == 1);
        }

        @JobHandler(transactional = true)
        @InSequence("'order:' + #payload.order")
        void write(Written step) {
            alone("order:" + step.order(), step.number(), false);
        }

        @JobHandler(batchSize = 10)
        @InSequence("'order:' + #payload.order")
        void list(List<Listed> steps) {
            if (steps.stream().map(Listed::order).distinct().count() < steps.size()) {
                OVERLAPS.add("list");
            }
            steps.forEach(step -> alone("order:" + step.order(), step.number(), false));
        }

        @JobHandler(maxAttempts = 1)
        void fail(Fragile step) {
            alone(step.order(), step.number(), step.number() % 2 == 0);
        }

        private static void alone(String sequence, int number, boolean failing) {
            AtomicInteger running = RUNNING.computeIfAbsent(sequence, fresh -> new AtomicInteger());
            if (running.incrementAndGet() > 1) {
                OVERLAPS.add(sequence);
            }
            try {
                Thread.onSpinWait();
                if (failing) {
                    throw new IllegalStateException("it broke");
                }
                RAN.computeIfAbsent(sequence, fresh -> new ConcurrentLinkedQueue<>())
                        .add(number);
            } finally {
                running.decrementAndGet();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sending {}

    @BeforeEach
    void forget() {
        RAN.clear();
        RUNNING.clear();
        OVERLAPS.clear();
    }

    /** Jobs of three types, one of which is transactional and one of which is run in lists, sent by a node without a worker. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_of_all_types_run_in_order_on_two_nodes(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        String patient = "baton.worker.dead-after=1m";
        String soon = "baton.retry.delay=100ms";
        try (ConfigurableApplicationContext one = start(Application.class, access, patient, soon);
                ConfigurableApplicationContext two = start(Application.class, access, patient, soon);
                ConfigurableApplicationContext sender =
                        start(Application.class, access, "baton.worker.enabled=false")) {
            Jobs jobs = sender.getBean(Jobs.class);
            for (int number = 0; number < STEPS; number++) {
                for (String order : List.of("a", "b", "c")) {
                    switch (number % 4) {
                        case 0 -> jobs.enqueue(new Written(order, number));
                        case 1 -> jobs.enqueue(new Listed(order, number));
                        default -> jobs.enqueue(new Step(order, number));
                    }
                }
            }
            drain(one);
            assertThat(two.isRunning()).isTrue();
        }
        assertThat(OVERLAPS).isEmpty();
        assertThat(RAN).hasSize(3).allSatisfy((order, steps) -> assertThat(steps)
                .containsExactlyElementsOf(IntStream.range(0, STEPS).boxed().toList()));
    }

    /** One order for each cell of the table in {@code docs/order.md} that no other test has. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void other_features_keep_the_order(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext sender = start(Application.class, access, "baton.worker.enabled=false")) {
            // before a worker runs: one that runs already may start jobs until its next heartbeat
            sender.getBean(Jobs.class).pause("steps");
        }
        try (ConfigurableApplicationContext context = start(Application.class, access, "baton.semaphores.one=0")) {
            Jobs jobs = context.getBean(Jobs.class);
            Sequences sequences = context.getBean(Sequences.class);
            // a pause of the queue of the head, and a semaphore that has no permit for it
            JobId paused = jobs.enqueue(new Step("paused", 1)).id();
            jobs.enqueue(new Listed("paused", 2));
            JobId limited = jobs.enqueue(new Listed("limited", 0), job -> job.permits("one"))
                    .id();
            // a unique key of one that waits for its turn, with another sequence and without and with a delay
            JobId unique = jobs.enqueue(new Listed("limited", 9), job -> job.unique("u"))
                    .id();
            jobs.enqueue(new Listed("limited", 2));
            JobId late = jobs.enqueue(new Listed("limited", 9), job -> job.unique("v"))
                    .id();
            jobs.enqueue(new Listed("limited", 3));
            assertThat(jobs.enqueue(new Listed("limited", 9), job -> job.unique("u")))
                    .isEqualTo(new Enqueued(unique, Enqueued.Outcome.KEPT));
            assertThat(replace(jobs, "u", 1, Duration.ZERO)).isEqualTo(new Enqueued(unique, Enqueued.Outcome.REPLACED));
            assertThat(replace(jobs, "v", 4, Duration.ofDays(1)))
                    .isEqualTo(new Enqueued(late, Enqueued.Outcome.REPLACED));
            // items of a batch, of which the first dies and blocks the second
            Batch batch = context.getBean(Batches.class).open();
            JobId dead = batch.addJob(new Fragile("batch", 0), job -> job.sequence("batch"))
                    .id();
            batch.addJob(new Fragile("batch", 1), job -> job.sequence("batch"));
            batch.seal();
            await().atMost(LIMIT).until(() -> !sequences.blocked(null, 10).isEmpty());
            assertThat(batch.status().state()).isEqualTo(BatchState.RUNNING);

            jobs.enqueue(new Listed("free", 0));
            await().atMost(LIMIT).until(() -> RAN.containsKey("order:free"));
            assertThat(RAN).containsOnlyKeys("order:free");
            assertThat(sequences.inspect("order:paused").orElseThrow().head()).isEqualTo(paused);
            assertThat(sequences.inspect("order:limited").orElseThrow().head()).isEqualTo(limited);

            jobs.resume("steps");
            context.getBean(Semaphores.class).resize("one", 1);
            sequences.skip("batch");
            await().atMost(LIMIT).until(() -> RAN.getOrDefault("order:limited", new ConcurrentLinkedQueue<>())
                    .contains(3));
            jobs.reschedule(late, Duration.ZERO);
            drain(context);
            await().atMost(LIMIT).until(() -> batch.status().state() == BatchState.STUCK);
            jobs.cancel(dead);
            await().atMost(LIMIT).until(() -> batch.status().state() == BatchState.COMPLETE);
        }
        assertThat(OVERLAPS).isEmpty();
        assertThat(RAN.get("order:paused")).containsExactly(1, 2);
        assertThat(RAN.get("order:limited")).containsExactly(0, 1, 2, 3, 4);
        assertThat(RAN.get("batch")).containsExactly(1);
    }

    private static Enqueued replace(Jobs jobs, String key, int number, Duration delay) {
        return jobs.enqueue(new Listed("limited", number), job -> job.unique(key)
                .onDuplicate(OnDuplicate.REPLACE)
                .sequence("other")
                .delay(delay));
    }

    @Test
    void many_are_enqueued_at_once_and_the_dead_are_skipped() throws InterruptedException {
        try (ConfigurableApplicationContext context = start(Application.class, TestDatabase.POSTGRES.freshAccess())) {
            List<Fragile> all = new ArrayList<>();
            for (int number = 0; number < 10; number++) {
                all.add(new Fragile("x", number));
                all.add(new Fragile("y", number));
            }
            context.getBean(Jobs.class).enqueueAll(all);
            drain(context);
        }
        assertThat(OVERLAPS).isEmpty();
        assertThat(RAN).hasSize(2).allSatisfy((order, steps) -> assertThat(steps)
                .containsExactly(1, 3, 5, 7, 9));
    }

    @Test
    void an_option_replaces_the_annotation_and_blocks_until_it_is_skipped() throws InterruptedException {
        try (ConfigurableApplicationContext context = start(Application.class, TestDatabase.POSTGRES.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Sequences sequences = context.getBean(Sequences.class);
            JobId dead = jobs.enqueue(new Fragile("x", 0), job -> job.sequence("other"))
                    .id();
            JobId next = jobs.enqueue(new Fragile("x", 1), job -> job.sequence("other"))
                    .id();
            await().atMost(LIMIT).until(() -> !sequences.blocked(null, 10).isEmpty());
            assertThat(sequences.inspect("other")).hasValueSatisfying(other -> {
                assertThat(other.head()).isEqualTo(dead);
                assertThat(other.error()).contains("it broke");
                assertThat(other.waiters()).containsExactly(next);
            });
            assertThat(sequences.skip("other")).isTrue();
            drain(context);
            assertThat(jobs.find(next).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
            assertThat(sequences.inspect("other")).isEmpty();
        }
    }

    @Test
    void what_cannot_be_in_a_sequence_is_refused() {
        try (ConfigurableApplicationContext context = start(Sending.class, TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            assertThatThrownBy(() -> jobs.enqueue(new Step("a", 1), job -> job.sequence(" ")))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("a sequence has 1 to 200 characters");
            assertThatThrownBy(() -> jobs.enqueue(new Step("a".repeat(200), 1)))
                    .hasMessageContaining("a sequence has 1 to 200 characters");
            assertThatThrownBy(() -> jobs.enqueue(new Nameless(null)))
                    .hasMessageContaining("\"#payload.order\" of @InSequence is null");
            assertThatThrownBy(() -> context.getBean(RecurringJobs.class)
                            .add("nightly", Recurrence.every(Duration.ofDays(1)), new Step("a", 1)))
                    .hasMessageContaining("cannot be part of a sequence");
            assertThatThrownBy(() -> context.getBean(Batches.class).open().onComplete(new Step("a", 1)))
                    .hasMessageContaining("cannot be part of a sequence");
        }
    }
}
