package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Recurrence;
import io.baton.Recurring;
import io.baton.RecurringJobs;
import io.baton.handler.HandlerTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;

/** A bean that enqueues while it is made costs no handler that is not to be seen yet. */
@ExtendWith(OutputCaptureExtension.class)
class EarlyEnqueueTests {

    @JobType(name = "early.mail")
    record Mail(String to) {}

    record Tidy(String room) {}

    interface MailApi {}

    static class MailJobs implements MailApi {

        @JobHandler
        void send(Mail mail) {}

        @JobHandler("early.digest")
        @Recurring(name = "early.digest", cron = "0 0 3 * * *")
        void digest() {}

        @JobHandler
        void tidy(Tidy tidy) {}
    }

    @PlainJdbcApplication
    static class Application {

        @Bean
        InitializingBean welcome(Jobs jobs, RecurringJobs recurring) {
            return () -> {
                jobs.enqueue(new Mail("the first"));
                recurring.add("early.weekly", Recurrence.cron("0 0 3 * * MON"), new Mail("all"));
            };
        }

        @Bean
        @DependsOn("welcome")
        MailApi mailJobs() {
            return new MailJobs();
        }

        @JobHandler
        void dust(Dust dust) {}
    }

    record Dust(String room) {}

    @Test
    void its_job_is_run_by_a_handler_that_was_hidden_then(CapturedOutput output) {
        try (var host = HostContract.start(Application.class, "spring.datasource.generate-unique-name=true")) {
            Jobs jobs = host.getBean(Jobs.class);
            RecurringJobs recurring = host.getBean(RecurringJobs.class);

            assertThat(host.getBean(HandlerTypes.class).handlers().find("early.mail"))
                    .isPresent();
            assertThat(recurring.find("early.digest"))
                    .hasValueSatisfying(digest -> assertThat(digest.declared()).isTrue());
            assertThat(recurring.find("early.weekly")).isPresent();
            var id = jobs.enqueue(new Tidy("hall")).id();
            await().untilAsserted(() -> assertThat(jobs.counts()).isEmpty());
            assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
        }
        assertThat(output.toString().split("dust \\(", -1)).as("told once").hasSize(2);
        assertThat(output.toString().split("tidy \\(", -1)).as("told once").hasSize(2);
    }
}
