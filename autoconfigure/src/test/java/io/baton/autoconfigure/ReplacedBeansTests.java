package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobRetryPolicy;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.PayloadCodec;
import io.baton.type.JacksonPayloadCodec;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

class ReplacedBeansTests {

    @JobType(name = "fails")
    record Fails() {}

    @Configuration
    @EnableAutoConfiguration
    static class Replacing {

        @Bean
        PayloadCodec codec() {
            return new Marked(new JacksonPayloadCodec());
        }

        @Bean
        JobRetryPolicy never() {
            return (job, failure) -> Optional.empty();
        }

        @JobHandler
        void fail(Fails payload) {
            throw new IllegalStateException("as it should");
        }
    }

    record Marked(PayloadCodec codec) implements PayloadCodec {

        @Override
        public String write(Object value, Class<?> declared) {
            return "marked " + codec.write(value, declared);
        }

        @Override
        public <T> T read(String text, Class<T> declared) {
            return codec.read(text.substring("marked ".length()), declared);
        }
    }

    @Test
    void the_hosts_codec_writes_payloads_and_its_policy_decides_on_retries() {
        try (var host = HostContract.start(Replacing.class, HostContract.WITHOUT_BOOTS_FLYWAY)) {
            Jobs jobs = host.getBean(Jobs.class);
            var id = jobs.enqueue(new Fails()).id();
            await().untilAsserted(() ->
                    assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.DEAD));
            assertThat(jobs.find(id).orElseThrow().attempts()).isEqualTo(1);
            assertThat(jobs.find(id).orElseThrow().payload()).startsWith("marked ");
        }
    }

    @Configuration
    @Import(Replacing.class)
    static class SecondPolicy {

        @Bean
        JobRetryPolicy later() {
            return (job, failure) -> Optional.of(Duration.ofDays(1));
        }
    }

    @Test
    void several_policies_of_which_none_is_primary_are_refused_at_start() {
        assertThatThrownBy(() -> HostContract.start(SecondPolicy.class, HostContract.WITHOUT_BOOTS_FLYWAY)
                        .close())
                .hasStackTraceContaining("JobRetryPolicy")
                .hasStackTraceContaining("expected single matching bean but found 2: never,later");
    }

    @Configuration
    @Import(Replacing.class)
    static class PrimaryPolicy {

        @Bean
        @Primary
        JobRetryPolicy later() {
            return (job, failure) -> Optional.of(Duration.ofDays(1));
        }
    }

    @Test
    void of_several_policies_the_primary_one_decides() {
        try (var host = HostContract.start(PrimaryPolicy.class, HostContract.WITHOUT_BOOTS_FLYWAY)) {
            Jobs jobs = host.getBean(Jobs.class);
            var id = jobs.enqueue(new Fails()).id();
            await().untilAsserted(() ->
                    assertThat(jobs.find(id).orElseThrow().attempts()).isEqualTo(1));
            await().untilAsserted(() ->
                    assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.SCHEDULED));
        }
    }
}
