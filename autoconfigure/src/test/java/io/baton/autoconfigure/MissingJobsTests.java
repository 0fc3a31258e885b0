package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Jobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@ExtendWith(OutputCaptureExtension.class)
class MissingJobsTests {

    record Orders(Jobs jobs) {}

    @Configuration
    static class Needing {

        @Bean
        Orders orders(Jobs jobs) {
            return new Orders(jobs);
        }
    }

    @Configuration
    @EnableAutoConfiguration
    @Import(Needing.class)
    static class Whole {}

    @Configuration
    @EnableAutoConfiguration(exclude = BatonAutoConfiguration.class)
    @Import(Needing.class)
    static class Excluding {}

    private static void says(
            CapturedOutput output, Class<?> application, String why, String what, String... properties) {
        assertThatThrownBy(() -> HostContract.start(application, properties).close())
                .isInstanceOf(Exception.class);
        assertThat(output.getOut().replace(System.lineSeparator(), " "))
                .containsSubsequence(
                        "Description:",
                        "Parameter 0",
                        "needs a bean of type 'io.baton.Jobs', but " + why,
                        "Action:",
                        what);
    }

    @Test
    void because_baton_is_switched_off(CapturedOutput output) {
        says(
                output,
                Whole.class,
                "Baton is switched off with baton.enabled=false",
                "baton.worker.enabled=false instead",
                HostContract.WITHOUT_BOOTS_FLYWAY,
                "baton.enabled=false");
    }

    @Test
    void because_there_is_no_data_source(CapturedOutput output) {
        says(
                output,
                Whole.class,
                "there is no DataSource",
                "spring.datasource.url",
                "spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration");
    }

    @Test
    void because_the_auto_configuration_is_left_out(CapturedOutput output) {
        says(
                output,
                Excluding.class,
                "Baton's auto-configuration is not part of this context",
                "@ImportAutoConfiguration(BatonAutoConfiguration.class)",
                HostContract.WITHOUT_BOOTS_FLYWAY);
    }
}
