package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.BatonException;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RunOutcome;
import io.baton.connection.EnginePool;
import io.baton.job.ClaimedJob;
import io.baton.manual.ManualRuns;
import io.baton.manual.ManualRuns.ManualWatcher;
import io.baton.testing.Applications;
import io.baton.testing.OwnThreads;
import io.baton.testing.TestDatabase;
import io.baton.wiring.WorkerSide;
import io.baton.worker.ManualMode;
import io.baton.worker.life.Worker;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Jobs of an application that runs none by itself. */
class ManualRunsTests {

    @JobType(name = "count", queue = "counts")
    record Count(int left) {}

    @JobType(name = "nest")
    record Nest() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final List<String> threads = new ArrayList<>();
        private final Jobs jobs;
        private final ObjectProvider<ManualRuns> runs;

        Application(Jobs jobs, ObjectProvider<ManualRuns> runs) {
            this.jobs = jobs;
            this.runs = runs;
        }

        @Bean
        static ManualMode manualMode() {
            return new ManualMode();
        }

        @Bean
        static ManualRuns manualRuns(WorkerSide side, ManualMode mode) {
            return new ManualRuns(mode, side);
        }

        @JobHandler
        void count(Count count) {
            threads.add(Thread.currentThread().getName());
            if (count.left() > 0) {
                jobs.enqueue(new Count(count.left() - 1));
            }
        }

        @JobHandler
        void nest(Nest nest) throws InterruptedException {
            runs.getObject().run(new Ends());
        }
    }

    static final class Ends implements ManualWatcher {

        final List<RunOutcome> outcomes = new ArrayList<>();
        final List<Throwable> failures = new ArrayList<>();

        @Override
        public void failed(List<ClaimedJob> jobs, Throwable failure) {
            failures.add(failure);
        }

        @Override
        public void ended(ClaimedJob job, RunOutcome outcome) {
            outcomes.add(outcome);
        }

        @Override
        public boolean goesOn() {
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_run_in_the_thread_that_asks_until_none_is_ready(TestDatabase database) throws InterruptedException {
        try (var context = Applications.start(Application.class, database.freshAccess())) {
            JobId first = context.getBean(Jobs.class).enqueue(new Count(3)).id();
            Ends ends = new Ends();
            context.getBean(ManualRuns.class).run(ends);
            assertThat(ends.outcomes).hasSize(4).containsOnly(RunOutcome.COMPLETED);
            assertThat(context.getBean(Application.class).threads)
                    .hasSize(4)
                    .containsOnly(Thread.currentThread().getName());
            assertThat(context.getBean(Jobs.class).find(first).orElseThrow().state())
                    .isEqualTo(JobState.COMPLETED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void in_a_transaction_all_of_it_is_rolled_back(TestDatabase database) {
        try (var context = Applications.start(Application.class, database.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Ends ends = new Ends();
            JobId first = new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).execute(status -> {
                JobId id = jobs.enqueue(new Count(3)).id();
                run(context, ends);
                assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
                status.setRollbackOnly();
                return id;
            });
            assertThat(ends.outcomes).hasSize(4).containsOnly(RunOutcome.COMPLETED);
            assertThat(jobs.find(first)).isEmpty();
        }
    }

    private static void run(ConfigurableApplicationContext context, Ends ends) {
        try {
            context.getBean(ManualRuns.class).run(ends);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_handler_cannot_ask() throws InterruptedException {
        try (var context = Applications.start(Application.class, TestDatabase.H2.freshAccess())) {
            context.getBean(Jobs.class).enqueue(new Nest());
            Ends ends = new Ends();
            context.getBean(ManualRuns.class).run(ends);
            assertThat(ends.failures).singleElement().isInstanceOf(BatonException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void nothing_starts_by_itself_and_no_connection_is_held(TestDatabase database) throws Exception {
        OwnThreads.test(threads -> {
            try (var context = Applications.start(
                    Application.class, database.freshAccess(), "spring.datasource.hikari.minimum-idle=0")) {
                assertThat(context.getBean(Worker.class).isRunning()).isFalse();
                assertThat(threads.named("baton-")).isEmpty();
                assertThat(context.getBean(EnginePool.class).dataSource()).isSameAs(context.getBean(DataSource.class));
                context.getBean(ManualRuns.class).run(new Ends());
                assertThat(((HikariDataSource) context.getBean(DataSource.class))
                                .getHikariPoolMXBean()
                                .getActiveConnections())
                        .isZero();
            }
        });
    }

    @Test
    void a_transaction_of_another_data_source_is_refused() {
        try (var context = Applications.start(Application.class, TestDatabase.H2.freshAccess());
                HikariDataSource other = TestDatabase.H2.freshDatabase()) {
            assertThatThrownBy(() -> new TransactionTemplate(
                                    new org.springframework.jdbc.support.JdbcTransactionManager(other))
                            .executeWithoutResult(status -> run(context, new Ends())))
                    .hasMessageContaining("NOT_SUPPORTED");
        }
    }
}
