package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobListener;
import io.baton.JobRejectedException;
import io.baton.JobRun;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RunOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Listeners of the application, from its beans to what they are told. */
class JobListenerTests {

    @JobType(name = "works")
    record Works() {}

    @JobType(name = "works-in-transaction")
    record WorksInTransaction() {}

    @JobType(name = "rejects")
    record Rejects() {}

    static final class Noting implements JobListener {

        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public void started(JobRun run) {
            note("started", run);
        }

        @Override
        public void ended(JobRun run, RunOutcome outcome, Duration duration) {
            note(outcome.toString(), run);
        }

        private void note(String event, JobRun run) {
            boolean transaction = TransactionSynchronizationManager.isActualTransactionActive();
            told.add(event + " " + run.type() + " " + run.attempt() + (transaction ? " in a transaction" : ""));
        }
    }

    @Configuration
    @EnableAutoConfiguration
    static class Listening {

        @Bean
        @Order(1)
        JobListener failing() {
            return new JobListener() {
                @Override
                public void started(JobRun run) {
                    throw new IllegalStateException("as it should");
                }
            };
        }

        @Bean
        @Order(2)
        Noting noting() {
            return new Noting();
        }

        /** Its proxy is a bean, and what the proxy calls is another one. */
        @Bean
        @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
        JobListener scoped(Noting noting) {
            return new JobListener() {
                @Override
                public void started(JobRun run) {
                    noting.told.add("scoped " + run.type());
                }
            };
        }

        @JobHandler
        void work(Works payload) {}

        @JobHandler(transactional = true)
        void work(WorksInTransaction payload) {}

        @JobHandler
        void reject(Rejects payload) {
            throw new JobRejectedException("as it should");
        }
    }

    @Test
    void are_told_of_every_run_outside_of_transactions_whatever_others_throw() {
        try (var host = HostContract.start(Listening.class, HostContract.WITHOUT_BOOTS_FLYWAY)) {
            Jobs jobs = host.getBean(Jobs.class);
            List.of(new Works(), new WorksInTransaction(), new Rejects()).forEach(jobs::enqueue);
            List<String> told = host.getBean(Noting.class).told;
            await().untilAsserted(() -> assertThat(told)
                    .containsExactlyInAnyOrder(
                            "scoped works",
                            "scoped works-in-transaction",
                            "scoped rejects",
                            "started works 1",
                            "COMPLETED works 1",
                            "started works-in-transaction 1",
                            "COMPLETED works-in-transaction 1",
                            "started rejects 1",
                            "DEAD rejects 1"));
        }
    }
}
