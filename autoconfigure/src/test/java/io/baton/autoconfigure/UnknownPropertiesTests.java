package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.type.NearMiss;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Properties that Baton does not have. */
@ExtendWith(OutputCaptureExtension.class)
class UnknownPropertiesTests {

    @JobType(name = "send-mail", queue = "mail")
    record SendMail(long id) {}

    @Configuration
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void sendMail(SendMail mail) {}
    }

    private static void warn(Map<String, Object> properties, Map<String, Object> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        // the tests of Baton have properties of their own
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        environment.getPropertySources().addFirst(new MapPropertySource("mine", properties));
        ConfigurationPropertySources.attach(environment);
        UnknownProperties.warn(environment);
    }

    @ParameterizedTest
    @CsvSource({
        "baton.worker.concurency, concurrency",
        "baton.worker.deadafetr, dead-after",
        "baton.retry.max-atempts, max-attempts",
        "baton.wroker.concurrency, worker",
        "baton.retension.completed, retention",
        "baton.batches.web.enabeld, enabled",
        "baton.enabeld, enabled"
    })
    void a_misspelt_property_is_told_of_with_what_was_meant(String property, String meant, CapturedOutput output) {
        warn(Map.of(property, "3"), Map.of());
        assertThat(output).contains("There is no property " + property, "Did you mean '" + meant + "'?", "\"mine\"");
    }

    @Test
    void what_is_near_nothing_is_told_of_with_what_there_is(CapturedOutput output) {
        warn(Map.of("baton.worker.threads", "3"), Map.of());
        assertThat(output)
                .contains("There is no property baton.worker.threads", "Those below baton.worker are", "concurrency")
                .doesNotContain("Did you mean");
    }

    @ParameterizedTest
    @CsvSource({
        "baton.retries.max-attempts, baton, retry",
        "baton.foo, baton, worker",
        "baton.queues.files.concurency, baton.queues.files, concurrency",
        "baton.queues.my.queue.concurrency, baton.queues.my, in brackets",
        "baton.rate-limits.api.burts, baton.rate-limits.api, permits",
        "baton.recurring.nightly.corn, baton.recurring.nightly, missed"
    })
    void what_is_in_no_group_is_logged_with_the_groups(
            String property, String group, String option, CapturedOutput output) {
        warn(Map.of(property, "3", "baton.rate-limits.api.permits", "3"), Map.of());
        assertThat(output).contains("There is no property " + property, "Those below " + group + " are [", option);
    }

    @Test
    void a_dash_in_place_of_a_dot_is_logged(CapturedOutput output) {
        warn(Map.of("baton.worker-enabled", "false", "baton.worker.heartbeat", "3s"), Map.of());
        assertThat(output).contains("There is no property baton.worker-enabled");
    }

    @Test
    void a_variable_in_a_known_group_is_logged(CapturedOutput output) {
        warn(Map.of(), Map.of("BATON_WORKER_THREADS", "3"));
        assertThat(output).contains("There is no property baton.worker.threads");
    }

    @Test
    void a_misspelt_variable_is_told_of(CapturedOutput output) {
        warn(Map.of(), Map.of("BATON_WORKER_CONCURENCY", "3"));
        assertThat(output).contains("There is no property baton.worker.concurency", "'concurrency'");
    }

    @Test
    void what_there_is_is_no_false_alarm_however_it_is_written(CapturedOutput output) {
        warn(
                Map.of(
                        "baton.worker.dead-after", "20s",
                        "baton.worker.pollInterval", "20s",
                        "baton.worker.queues[0]", "mail",
                        "baton.queues[my.queue].concurrency", "3",
                        "baton.rate-limits.api.permits", "3",
                        "baton.rate-limits.api.per", "1s",
                        "baton.semaphores.printer", "3",
                        "baton.recurring.nightly.cron", "0 0 3 * * *"),
                Map.of(
                        "BATON_WORKER_POLL_INTERVAL", "5s",
                        "BATON_WORKER_HEARTBEAT", "3s",
                        "BATON_RETRY_MAXATTEMPTS", "3",
                        "BATON_SEMAPHORES_SCANNER", "3",
                        "BATON_RETENTION_COMPLETED", "2d"));
        assertThat(output).doesNotContain("There is no property");
    }

    @Test
    void what_may_be_anothers_is_no_false_alarm(CapturedOutput output) {
        warn(
                Map.of(),
                Map.of(
                        "BATON_HOME", "/opt",
                        "BATON_SERVICE_HOST", "10.0.0.1",
                        "BATON_SERVICE_PORT", "80",
                        "BATON_PORT", "tcp://10.0.0.1:80",
                        "BATON_PORT_80_TCP_ADDR", "10.0.0.1"));
        assertThat(output).doesNotContain("There is no property");
    }

    @Test
    void an_application_starts_and_says_what_it_does_not_know(CapturedOutput output) {
        new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        HostContract.WITHOUT_BOOTS_FLYWAY,
                        "baton.worker.concurency=3",
                        "baton.queues.mial.concurrency=3")
                .run()
                .close();
        assertThat(output)
                .containsOnlyOnce("There is no property baton.worker.concurency")
                .contains("for the queue 'mial'", "Did you mean 'mail'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mail", "bulk", "mail2", "fax", "images"})
    void a_queue_that_no_handler_declares_may_be_meant(String queue) {
        assertThat(List.of("mail", "mail1", "sms"))
                .filteredOn(handled -> !handled.equals(queue))
                .noneMatch(handled -> NearMiss.areNearly(handled, queue));
    }
}
