package io.baton.engine;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.engine.StageJobs.Play;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** A database and an application that works on it, as the tests of the engine use them. */
final class EngineOnDatabase implements AutoCloseable {

    /** Longer than anything takes on a machine that is busy with something else. */
    static final Duration LIMIT = Duration.ofMinutes(3);

    /** A queue that no application serves. */
    static final String LIMBO = "limbo";

    final DatabaseAccess access;
    final Stage stage = new Stage();
    final Node node;
    final Jobs jobs;
    /** Apart from the application's transactions. */
    final JdbcTemplate sql;

    private final HikariDataSource apart;

    EngineOnDatabase(TestDatabase database) {
        access = database.freshAccess();
        apart = new HikariDataSource();
        apart.setJdbcUrl(access.url());
        apart.setUsername(access.user());
        apart.setPassword(access.password());
        apart.setMaximumPoolSize(4);
        sql = new JdbcTemplate(apart);
        sql.execute("CREATE TABLE effect (job bigint NOT NULL, attempt integer NOT NULL)");
        node = node(
                "main",
                "baton.queues.narrow.concurrency=3",
                "baton.queues.single.concurrency=1",
                "baton.queues.short.concurrency=1",
                "baton.queues.stubborn.concurrency=1",
                "baton.queues.together.concurrency=2");
        jobs = node.jobs;
    }

    /** Starts a further application on the same database. */
    Node node(String name, String... properties) {
        return Node.start(name, access, stage, properties);
    }

    Part part(Part.Script script) {
        return stage.part(script);
    }

    JobId enqueue(Object payload) {
        return jobs.enqueue(payload).id();
    }

    JobId enqueue(Object payload, String queue) {
        return jobs.enqueue(payload, job -> job.queue(queue)).id();
    }

    JobId enqueueOnce(Object payload) {
        return jobs.enqueue(payload, job -> job.maxAttempts(1)).id();
    }

    /** All in one transaction, so that no worker sees a part of them. */
    List<JobId> enqueueTogether(String queue, Stream<?> payloads) {
        return node.transaction.execute(
                status -> payloads.map(payload -> enqueue(payload, queue)).toList());
    }

    JobDetails find(JobId id) {
        return jobs.find(id).orElseThrow();
    }

    JobDetails await(JobId id, JobState state) {
        return await().until(() -> find(id), job -> job.state() == state);
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(20));
    }

    void awaitDrained() throws InterruptedException {
        if (!jobs.awaitDrained(JobFilter.all(), LIMIT)) {
            throw new AssertionError("Jobs are left: " + sql.queryForList("SELECT * FROM baton_job"));
        }
    }

    /** By the clock that due times are told by, which only a job shows in the same way on every database. */
    Instant databaseNow() {
        JobId id = enqueue(new Play("", 0), LIMBO);
        Instant now = find(id).enqueuedAt();
        jobs.cancel(id);
        return now;
    }

    int effects() {
        return count("effect");
    }

    int effectsOf(JobId id) {
        return count("effect WHERE job = " + id);
    }

    int count(String from) {
        Integer count = sql.queryForObject("SELECT count(*) FROM " + from, Integer.class);
        return count == null ? 0 : count;
    }

    /** Whatever a test did, no job may be left with a worker that lives and has forgotten it. */
    void clear() {
        await("jobs that no worker lets go of").until(() -> count("baton_job WHERE state = 2") == 0);
        stage.clear();
        sql.update("DELETE FROM baton_job");
        sql.update("DELETE FROM baton_job_history");
        sql.update("DELETE FROM effect");
        sql.update("DELETE FROM upload");
    }

    private static ConditionFactory await(String what) {
        return await().alias(what);
    }

    @Override
    public void close() {
        try (apart) {
            node.close();
        }
    }
}
