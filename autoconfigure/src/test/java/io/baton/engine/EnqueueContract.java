package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.InvalidPayloadException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.engine.StageJobs.Play;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A job exists if and only if its caller's transaction committed, and then as it was asked for. */
abstract class EnqueueContract extends StationContract {

    /** Refers to itself, which no JSON can. */
    record Endless(Map<String, Object> self) {

        static Endless create() {
            Map<String, Object> map = new ConcurrentHashMap<>();
            map.put("self", map);
            return new Endless(map);
        }
    }

    static final class Rollback extends RuntimeException {}

    private EntityManager entities() {
        return SharedEntityManagerCreator.createSharedEntityManager(
                engine().node.context.getBean(EntityManagerFactory.class));
    }

    private TransactionTemplate jdbcTransaction() {
        return new TransactionTemplate(new JdbcTransactionManager(engine().node.dataSource()));
    }

    @Test
    void a_job_commits_with_an_entity() {
        Part part = engine().part(cue -> null);
        EntityManager entities = entities();

        JobId id = engine().node.transaction.execute(status -> {
            entities.persist(new Upload("kept"));
            return engine().enqueue(part.plain(1));
        });

        engine().await(id, JobState.COMPLETED);
        assertThat(engine().count("upload")).isEqualTo(1);
    }

    @Test
    void a_job_rolls_back_with_an_entity() {
        EntityManager entities = entities();
        Play play = engine().part(cue -> null).plain(1);

        assertThatThrownBy(() -> engine().node.transaction.executeWithoutResult(status -> {
                    entities.persist(new Upload("lost"));
                    engine().enqueue(play);
                    entities.flush();
                    throw new Rollback();
                }))
                .isInstanceOf(Rollback.class);

        assertNothingIsStored();
        assertThat(engine().count("upload")).isZero();
    }

    @Test
    void a_job_commits_with_a_JDBC_transaction() {
        Part part = engine().part(cue -> null);

        JobId id = jdbcTransaction().execute(status -> {
            engine().node.sql.update("INSERT INTO effect (job, attempt) VALUES (1, 1)");
            return engine().enqueue(part.plain(1));
        });

        engine().await(id, JobState.COMPLETED);
        assertThat(engine().effects()).isEqualTo(1);
    }

    @Test
    void a_job_rolls_back_with_a_JDBC_transaction() {
        Play play = engine().part(cue -> null).plain(1);

        jdbcTransaction().executeWithoutResult(status -> {
            engine().node.sql.update("INSERT INTO effect (job, attempt) VALUES (1, 1)");
            engine().enqueue(play);
            status.setRollbackOnly();
        });

        assertNothingIsStored();
        assertThat(engine().effects()).isZero();
    }

    @Test
    void a_bulk_rolls_back_with_its_caller() {
        Part part = engine().part(cue -> null);

        engine().node.transaction.executeWithoutResult(status -> {
            assertThat(engine().jobs.enqueueAll(IntStream.range(0, 2500).mapToObj(part::plain)))
                    .isEqualTo(2500);
            status.setRollbackOnly();
        });

        assertNothingIsStored();
    }

    @Test
    void an_enqueue_is_one_statement() {
        Play play = engine().part(cue -> null).plain(1);
        engine().enqueue(play, EngineOnDatabase.LIMBO);
        engine().node.dataSource().taken();

        engine().enqueue(play, EngineOnDatabase.LIMBO);
        assertThat(engine().node.dataSource().taken()).isEqualTo(1);

        engine().node.transaction.executeWithoutResult(status -> {
            engine().enqueue(play, EngineOnDatabase.LIMBO);
            engine().enqueue(play, EngineOnDatabase.LIMBO);
        });
        assertThat(engine().node.dataSource().taken()).isEqualTo(2);
        assertThat(engine().count("baton_job")).isEqualTo(4);
    }

    /** In every round the worker claims and runs a later job of the same queue while the caller has not committed. */
    @Test
    void no_job_starts_before_the_rows_of_its_caller_are_visible() {
        Part decoy = engine().part(cue -> null);
        Part part = engine().part(cue -> engine().count("effect WHERE job = " + cue.number()));
        TransactionTemplate inside =
                new TransactionTemplate(engine().node.context.getBean(PlatformTransactionManager.class));
        inside.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

        List<JobId> ids = IntStream.range(0, 100)
                .mapToObj(round -> engine().node.transaction.execute(status -> {
                    JobId id = engine().enqueue(part.plain(round));
                    inside.executeWithoutResult(other -> engine().enqueue(decoy.plain(round)));
                    EngineOnDatabase.await().pollInterval(Duration.ofMillis(1)).until(() -> decoy.runs.size() > round);
                    engine().node.sql.update("INSERT INTO effect (job, attempt) VALUES (?, 1)", round);
                    return id;
                }))
                .toList();

        assertThat(ids).allSatisfy(id -> assertThat(
                        engine().await(id, JobState.COMPLETED).result())
                .isEqualTo("1"));
        assertThat(part.numbers()).doesNotHaveDuplicates().hasSize(100);
    }

    @Test
    void a_delayed_job_is_scheduled_by_the_database_clock_and_runs() {
        Part part = engine().part(cue -> null);

        JobId later = engine().jobs
                .enqueue(part.plain(1), job -> job.delay(Duration.ofHours(1)))
                .id();
        JobId soon = engine().jobs
                .enqueue(part.plain(2), job -> job.delay(Duration.ofMillis(300)))
                .id();

        JobDetails ran = engine().await(soon, JobState.COMPLETED);
        assertThat(ran.claimedAt()).isAfterOrEqualTo(ran.dueAt());
        assertThat(ran.dueAt()).isAfter(ran.enqueuedAt().plusMillis(290));
        JobDetails waits = engine().find(later);
        assertThat(waits.state()).isEqualTo(JobState.SCHEDULED);
        // the clock is read twice, so that they are an hour apart but for some microseconds
        assertThat(Duration.between(waits.enqueuedAt(), waits.dueAt()))
                .isCloseTo(Duration.ofHours(1), Duration.ofMinutes(1));
    }

    @Test
    void an_absolute_time_is_kept_and_a_past_one_means_now() {
        Part part = engine().part(cue -> null);
        Instant future = Instant.parse("2999-12-31T23:59:59.123456Z");

        JobId later =
                engine().jobs.enqueue(part.plain(1), job -> job.at(future)).id();
        JobId now = engine().jobs
                .enqueue(part.plain(2), job -> job.at(Instant.parse("2001-01-01T00:00:00Z")))
                .id();

        engine().await(now, JobState.COMPLETED);
        assertThat(engine().find(later).state()).isEqualTo(JobState.SCHEDULED);
        assertThat(engine().find(later).dueAt()).isEqualTo(future);
        assertThat(part.numbers()).containsExactly(2);
    }

    @Test
    void the_options_are_stored_with_the_job() {
        Play play = engine().part(cue -> null).plain(1);

        JobId id = engine().jobs
                .enqueue(play, job -> job.queue(EngineOnDatabase.LIMBO)
                        .priority(Integer.MIN_VALUE)
                        .maxAttempts(7)
                        .label("tenant", "a=b, \"c\" \u00fc")
                        .label("kind", "x"))
                .id();

        JobDetails job = engine().find(id);
        assertThat(job.queue()).isEqualTo(EngineOnDatabase.LIMBO);
        assertThat(job.priority()).isEqualTo(Integer.MIN_VALUE);
        assertThat(job.maxAttempts()).isEqualTo(7);
        assertThat(job.labels()).isEqualTo(Map.of("tenant", "a=b, \"c\" \u00fc", "kind", "x"));
        assertThat(job.type()).isEqualTo("play");
        assertThat(engine().jobs.drained(JobFilter.all().label("tenant", "a=b, \"c\" \u00fc")))
                .isFalse();
    }

    @Test
    void a_payload_too_large_or_unwritable_is_not_stored() {
        Play large = new Play("x".repeat(1024 * 1024), 1);

        assertThatThrownBy(() -> engine().enqueue(large)).isInstanceOf(InvalidPayloadException.class);
        assertThatThrownBy(() -> engine().enqueue(Endless.create())).isInstanceOf(InvalidPayloadException.class);
        assertNothingIsStored();
    }

    @Test
    void a_refused_payload_spoils_the_whole_bulk() {
        Part part = engine().part(cue -> null);
        Stream<Object> payloads =
                Stream.concat(IntStream.range(0, 1500).mapToObj(part::plain), Stream.of(Endless.create()));

        assertThatThrownBy(() -> engine().jobs.enqueueAll(payloads)).isInstanceOf(InvalidPayloadException.class);

        assertNothingIsStored();
    }

    @Test
    void a_handler_enqueues_further_jobs() {
        CompletableFuture<JobId> second = new CompletableFuture<>();
        Part follower = engine().part(cue -> null);
        Part part = engine().part(cue -> {
            second.complete(engine().enqueue(follower.plain(2)));
            return null;
        });

        engine().await(engine().enqueue(part.inTransaction(1)), JobState.COMPLETED);

        engine().await(second.join(), JobState.COMPLETED);
    }

    private void assertNothingIsStored() {
        assertThat(engine().count("baton_job")).isZero();
        assertThat(engine().count("baton_job_history")).isZero();
    }
}
