package io.baton.example;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.job.Transition;
import io.baton.testing.Applications;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The example capability in a whole application, which is told of it by its beans alone. */
class NotesInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    @JobType(name = "noted")
    record Noted(boolean fails) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(NoteConfiguration.class)
    static class Application {

        @JobHandler(transactional = true)
        void run(Noted payload) {
            if (payload.fails()) {
                throw new IllegalStateException("as it should");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ApplicationWithoutNotes {

        @JobHandler
        void run(Noted payload) {
            throw new IllegalStateException("A job with an unknown tie runs nowhere, and so not here");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void every_transition_of_a_tied_job_is_followed_swept_and_metered(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        JdbcTemplate sql =
                new JdbcTemplate(new DriverManagerDataSource(access.url(), access.user(), access.password()));
        sql.execute(NoteStatements.TABLE);
        sql.update("INSERT INTO baton_note (job_id, transition) VALUES (-1, 'REMOVED')");
        try (ConfigurableApplicationContext context = start(Application.class, access)) {
            JobId completed = enqueueTied(context, new Noted(false));
            JobId failed = enqueueTied(context, new Noted(true));

            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(notes(sql, completed)).containsExactly(Transition.COMPLETED);
                assertThat(notes(sql, failed))
                        .containsExactly(Transition.RETRIED, Transition.PROMOTED, Transition.DEAD);
                assertThat(sql.queryForObject("SELECT COUNT(*) FROM baton_note WHERE job_id = -1", Long.class))
                        .isZero();
            });
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            context.getBean("noteMeters", MeterBinder.class).bindTo(meters);
            assertThat(meters.get("example.notes").gauge().value()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void a_tied_job_waits_for_a_node_that_knows_its_tie(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        JdbcTemplate sql =
                new JdbcTemplate(new DriverManagerDataSource(access.url(), access.user(), access.password()));
        sql.execute(NoteStatements.TABLE);
        try (ConfigurableApplicationContext unknowing = start(ApplicationWithoutNotes.class, access)) {
            JobId id = enqueueTied(unknowing, new Noted(false));
            try (ConfigurableApplicationContext knowing = start(Application.class, access)) {
                assertThat(knowing.isRunning()).isTrue();
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(notes(sql, id)).endsWith(Transition.COMPLETED));
            }
        }
    }

    private static ConfigurableApplicationContext start(Class<?> application, DatabaseAccess access) {
        return Applications.start(application, access, "baton.retry.max-attempts=2", "baton.retry.delay=20ms");
    }

    /** Ties the job in the transaction that stores it, as the capability's own API would. */
    private static JobId enqueueTied(ConfigurableApplicationContext context, Noted payload) {
        JdbcTemplate joined = new JdbcTemplate(context.getBean(DataSource.class));
        return requireNonNull(
                new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).execute(status -> {
                    JobId id = context.getBean(Jobs.class).enqueue(payload).id();
                    joined.update("UPDATE baton_job SET ties = ? WHERE id = ?", NoteStatements.TIE, id.value());
                    return id;
                }));
    }

    private static List<Transition> notes(JdbcTemplate sql, JobId id) {
        return sql.queryForList("SELECT transition FROM baton_note WHERE job_id = ?", String.class, id.value()).stream()
                .map(Transition::valueOf)
                .toList();
    }
}
