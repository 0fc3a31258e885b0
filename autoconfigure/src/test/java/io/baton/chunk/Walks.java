package io.baton.chunk;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Chunks;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Retry;
import io.baton.chunk.people.Greeting;
import io.baton.testing.Applications;
import io.baton.testing.DatabaseAccess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application whose jobs walk through people as the test says, and what it left in its database. */
record Walks(ConfigurableApplicationContext context) implements AutoCloseable {

    static final Duration LIMIT = Duration.ofMinutes(3);
    static final Chunks<Long> PEOPLE =
            Chunks.of("SELECT id, name FROM person", "id", 1_000).mappedBy((row, number) -> row.getLong("id"));

    /** What the handler does. */
    static volatile Body body = job -> {};

    interface Body {

        void run(JobContext job) throws Exception;
    }

    @JobType(name = "walk", queue = "walks")
    record Walk() {}

    @JobType(name = "transactional-walk", queue = "walks")
    record TransactionalWalk() {}

    @JobType(name = "listed-walk", queue = "walks")
    record ListedWalk() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = Greeting.class)
    static class Application {

        @JobHandler(maxAttempts = 8)
        @Retry(delay = "50ms", multiplier = 1, jitter = 0)
        void walk(Walk walk, JobContext job) throws Exception {
            body.run(job);
        }

        @JobHandler(maxAttempts = 1, transactional = true)
        void walk(TransactionalWalk walk, JobContext job) throws Exception {
            body.run(job);
        }

        @JobHandler(maxAttempts = 1)
        void walk(List<Job<ListedWalk>> walks) throws Exception {
            body.run(walks.get(0).context());
        }
    }

    static Walks start(DatabaseAccess access, String... properties) {
        return new Walks(Applications.start(
                Application.class,
                access,
                Stream.concat(
                                Stream.of(
                                        "spring.jpa.hibernate.ddl-auto=update",
                                        "spring.lifecycle.timeout-per-shutdown-phase=10s"),
                                Stream.of(properties))
                        .toArray(String[]::new)));
    }

    /** The same with so many people, numbered from 1. */
    static Walks start(DatabaseAccess access, int people) {
        Walks walks = start(access);
        walks.sql().execute("CREATE TABLE person (id bigint PRIMARY KEY, name varchar(50))");
        walks.sql().execute("CREATE TABLE handled (person bigint NOT NULL, attempt int NOT NULL)");
        walks.insert(IntStream.rangeClosed(1, people));
        return walks;
    }

    void insert(IntStream ids) {
        sql().batchUpdate(
                        "INSERT INTO person (id, name) VALUES (?, 'somebody')",
                        ids.mapToObj(id -> new Object[] {id}).toList());
    }

    JdbcTemplate sql() {
        return context.getBean(JdbcTemplate.class);
    }

    Jobs jobs() {
        return context.getBean(Jobs.class);
    }

    /** Handles rows in the transaction of their portion. */
    void handle(List<Long> people, JobContext job) {
        sql().batchUpdate(
                        "INSERT INTO handled (person, attempt) VALUES (?, ?)",
                        people.stream()
                                .map(person -> new Object[] {person, job.attempt()})
                                .toList());
    }

    /** Runs a job to its end. */
    JobDetails run(Object payload) throws InterruptedException {
        JobId id = jobs().enqueue(payload).id();
        return ended(id);
    }

    /** Asks again if its own connection was one of those that a test cut. */
    JobDetails ended(JobId id) throws InterruptedException {
        await().atMost(LIMIT).ignoreExceptions().until(() -> jobs().drained(JobFilter.all()));
        return jobs().find(id).orElseThrow();
    }

    void assertCompleted(JobDetails job) {
        assertThat(job.state()).as(String.valueOf(job.error())).isEqualTo(JobState.COMPLETED);
    }

    void assertEachHandledOnce(long people) {
        Map<String, Object> found =
                sql().queryForMap("SELECT COUNT(*) AS total, COUNT(DISTINCT person) AS people FROM handled");
        assertThat(((Number) requireNonNull(found.get("total"))).longValue()).isEqualTo(people);
        assertThat(((Number) requireNonNull(found.get("people"))).longValue()).isEqualTo(people);
    }

    List<Long> handled() {
        return sql().queryForList("SELECT person FROM handled ORDER BY person", Long.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
