package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.Jobs;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class FirstJobTests {

    record Greet(String name) {}

    static class Greeter {

        final Set<String> greeted = ConcurrentHashMap.newKeySet();

        @JobHandler
        String greet(Greet greet) {
            greeted.add(greet.name());
            return "hello " + greet.name();
        }
    }

    @Configuration
    @EnableAutoConfiguration
    static class App {

        @Bean
        Greeter greeter() {
            return new Greeter();
        }
    }

    @Test
    void a_job_is_run() throws Exception {
        try (var context = SpringApplication.run(
                App.class, "--spring.main.web-application-type=none", "--logging.level.io.baton=debug")) {
            Jobs jobs = context.getBean(Jobs.class);
            var id = jobs.enqueue(new Greet("you")).id();

            assertThat(jobs.awaitDrained(JobFilter.all(), Duration.ofSeconds(10)))
                    .isTrue();

            assertThat(context.getBean(Greeter.class).greeted).containsExactly("you");
            assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
            assertThat(jobs.find(id).orElseThrow().result()).isEqualTo("\"hello you\"");
        }
    }
}
