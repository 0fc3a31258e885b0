package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An application that closes lets go of its jobs in good order, and can begin anew. */
abstract class ShutdownContract extends StationContract {

    private static final String QUEUE = "shift";

    private Node shift(String name, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                Node.withoutJpa(), "baton.worker.queues=" + QUEUE, "baton.queues." + QUEUE + ".concurrency=10"));
        all.addAll(List.of(properties));
        return engine().node(name, all.toArray(String[]::new));
    }

    /** So that the lane claims jobs ahead, unless the machine is too busy for that. */
    private void warmUp() {
        Part fast = engine().part(cue -> null);
        engine().enqueueTogether(QUEUE, IntStream.range(0, 200).mapToObj(fast::plain))
                .forEach(id -> engine().await(id, JobState.COMPLETED));
    }

    @Test
    void what_runs_ends_and_what_waits_runs_elsewhere_at_once() {
        CountDownLatch gate = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            cue.effect();
            if (cue.node().equals("closing")) {
                gate.await();
            }
            return cue.node();
        });
        Node closing = shift("closing", "spring.lifecycle.timeout-per-shutdown-phase=5m");
        warmUp();
        List<JobId> ids = engine().enqueueTogether(QUEUE, IntStream.range(0, 40).mapToObj(part::plain));
        EngineOnDatabase.await().until(() -> part.runs.size() == 10);

        CompletableFuture<Void> closed = CompletableFuture.runAsync(closing::close);
        EngineOnDatabase.await().until(() -> engine().count("baton_job WHERE state = 1 AND attempt = 0") == 30);
        try (Node second = shift("second")) {
            EngineOnDatabase.await()
                    .until(() -> engine().count("baton_job_history h JOIN effect e ON e.job = h.id") == 30);
            assertThat(closed)
                    .as("the first application, which waits for its 10")
                    .isNotDone();
            gate.countDown();
            assertThat(closed).succeedsWithin(EngineOnDatabase.LIMIT);
            assertThat(second.jobs.drained(JobFilter.all())).isTrue();
        }

        assertThat(ids).allSatisfy(id -> {
            assertThat(engine().find(id).state()).isEqualTo(JobState.COMPLETED);
            assertThat(engine().find(id).attempts()).isEqualTo(1);
            assertThat(engine().effectsOf(id)).isEqualTo(1);
        });
        assertThat(part.runs).filteredOn(cue -> cue.node().equals("closing")).hasSize(10);
    }

    @Test
    void what_runs_too_long_is_interrupted_and_handed_back() {
        CountDownLatch never = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            cue.effect();
            never.await();
            return null;
        });
        Node closing = shift("closing", "spring.lifecycle.timeout-per-shutdown-phase=10s");
        JobId plain = engine().enqueue(part.plain(1), QUEUE);
        JobId transactional = engine().enqueue(part.inTransaction(2), QUEUE);
        EngineOnDatabase.await().until(() -> part.runs.size() == 2);

        closing.close();

        assertThat(List.of(plain, transactional)).allSatisfy(id -> {
            assertThat(engine().find(id).state()).isEqualTo(JobState.READY);
            assertThat(engine().find(id).attempts()).isZero();
            assertThat(engine().find(id).error()).isNull();
        });
        assertThat(engine().effectsOf(transactional)).isZero();
    }

    @Test
    void what_ignores_its_interruption_is_taken_over_by_another_node() {
        CountDownLatch end = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            while (cue.node().equals("closing") && end.getCount() > 0) {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    // that is what this handler is like
                }
            }
            return cue.node();
        });
        Node closing = shift("closing", "spring.lifecycle.timeout-per-shutdown-phase=10s");
        JobId id = engine().enqueue(part.plain(1), QUEUE);
        EngineOnDatabase.await().until(() -> part.runs.size() == 1);

        closing.close();

        try (Node second = shift("second")) {
            assertThat(engine().await(id, JobState.COMPLETED).result()).isEqualTo("\"second\"");
            assertThat(engine().find(id).attempts()).isEqualTo(1);
            assertThat(second.context.isActive()).isTrue();
        } finally {
            end.countDown();
        }
    }

    @Test
    void a_job_interrupted_by_repeated_shutdowns_loses_no_attempt_but_is_counted() {
        CountDownLatch never = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            never.await();
            return null;
        });
        JobId id = engine().enqueue(part.plain(1), QUEUE);
        for (int round = 1; round <= 2; round++) {
            int started = round;
            Node closing = shift("closing", "spring.lifecycle.timeout-per-shutdown-phase=10s");
            EngineOnDatabase.await().until(() -> part.runs.size() == started);
            closing.close();
            assertThat(engine().find(id).state()).isEqualTo(JobState.READY);
            assertThat(engine().find(id).attempts()).isZero();
            assertThat(engine().count("baton_job WHERE crashes = 0 AND interruptions = " + round))
                    .isEqualTo(1);
        }
    }

    @Test
    void a_handler_that_closes_its_application_ends_dead_after_a_few() {
        BlockingQueue<Node> victims = new LinkedBlockingQueue<>();
        Part part = engine().part(cue -> {
            victims.take().close();
            return null;
        });
        JobId id = engine().enqueue(part.plain(1), QUEUE);
        for (int closed = 1; closed <= 5; closed++) {
            int runs = closed;
            try (Node victim = shift("victim-" + closed)) {
                victims.add(victim);
                EngineOnDatabase.await().until(() -> part.runs.size() == runs);
                EngineOnDatabase.await().until(() -> !victim.context.isActive());
            }
            JobState state = closed < 5 ? JobState.READY : JobState.DEAD;
            engine().await(id, state);
        }
        assertThat(engine().find(id).error()).startsWith("Worker lost");
        assertThat(engine().find(id).attempts()).isEqualTo(5);
    }

    @Test
    void a_worker_that_was_stopped_starts_again() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            running.countDown();
            gate.await();
            return null;
        });
        try (Node node = shift("restarting")) {
            JobId before = engine().enqueue(part.plain(1), QUEUE);
            assertThat(running.await(180, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(node.context::stop);
            gate.countDown();
            assertThat(stopped).succeedsWithin(EngineOnDatabase.LIMIT);
            assertThat(engine().find(before).state()).isEqualTo(JobState.COMPLETED);

            JobId after =
                    node.jobs.enqueue(part.plain(2), job -> job.queue(QUEUE)).id();
            assertThat(engine().find(after).state()).isEqualTo(JobState.READY);
            node.context.start();

            engine().await(after, JobState.COMPLETED);
            JobId announced =
                    node.jobs.enqueue(part.plain(3), job -> job.queue(QUEUE)).id();
            engine().await(announced, JobState.COMPLETED);
            // those of earlier tests that could not say that they end are dead a little later
            EngineOnDatabase.await()
                    .until(() ->
                            engine().count("baton_worker WHERE dead = FALSE AND queues LIKE '%" + QUEUE + "%'") == 1);
        }
    }
}
