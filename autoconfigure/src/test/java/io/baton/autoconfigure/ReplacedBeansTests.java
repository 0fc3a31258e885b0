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
import io.baton.Retry;
import io.baton.type.JacksonPayloadCodec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;

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
    @EnableAutoConfiguration
    static class OfSpring {

        @Bean
        RetryPolicy ofSomethingElse() {
            return failure -> false;
        }

        @JobHandler
        @Retry(delay = "1d")
        void fail(Fails payload) {
            throw new IllegalStateException("as it should");
        }
    }

    @Configuration
    @Import(OfSpring.class)
    static class OfJobs {

        @Bean
        JobRetryPolicy asOfSpring(RetryPolicy ofSpring) {
            return JobRetryPolicy.of(ofSpring);
        }
    }

    @Test
    void a_policy_of_spring_decides_about_jobs_only_if_made_one() {
        for (Class<?> application : List.of(OfSpring.class, OfJobs.class)) {
            try (var host = HostContract.start(application, HostContract.WITHOUT_BOOTS_FLYWAY)) {
                Jobs jobs = host.getBean(Jobs.class);
                var id = jobs.enqueue(new Fails()).id();
                await().untilAsserted(
                                () -> assertThat(jobs.find(id).orElseThrow().state())
                                        .isEqualTo(application == OfJobs.class ? JobState.DEAD : JobState.SCHEDULED));
            }
        }
    }

    @Configuration
    @EnableAutoConfiguration
    @EnableResilientMethods
    @Import(Limit.class)
    static class Limited {

        private final Limit limit;

        Limited(Limit limit) {
            this.limit = limit;
        }

        @JobHandler
        void call(Fails payload) throws InterruptedException {
            limit.call();
        }
    }

    static class Limit {

        private static final CountDownLatch BEGUN = new CountDownLatch(1);
        private static final CountDownLatch END = new CountDownLatch(1);

        @ConcurrencyLimit(limit = 1, policy = ConcurrencyLimit.ThrottlePolicy.REJECT)
        public void call() throws InterruptedException {
            BEGUN.countDown();
            END.await();
        }
    }

    @Test
    void a_job_that_a_limit_of_spring_rejects_snoozes() throws InterruptedException {
        try (var host = HostContract.start(Limited.class, HostContract.WITHOUT_BOOTS_FLYWAY)) {
            Jobs jobs = host.getBean(Jobs.class);
            jobs.enqueue(new Fails());
            Limit.BEGUN.await();
            var rejected = jobs.enqueue(new Fails()).id();
            await().untilAsserted(() ->
                    assertThat(jobs.find(rejected).orElseThrow().state()).isEqualTo(JobState.SCHEDULED));
            assertThat(jobs.find(rejected).orElseThrow().attempts()).isZero();
            assertThat(jobs.find(rejected).orElseThrow().error()).isNull();
            Limit.END.countDown();
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
