package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobHandler;
import io.baton.JobType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Options of queues in environment variables. */
@ExtendWith(OutputCaptureExtension.class)
class QueueVariablesTests {

    private static final BatonProperties.Queue THREE =
            new BatonProperties.Queue(3, null, Map.of(), 0, BatonProperties.Queue.Cost.JOBS, Set.of(), null);

    @JobType(name = "import-file", queue = "my-queue")
    record ImportFile(long id) {}

    @Configuration
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void importFile(ImportFile file) {}
    }

    private static ConfigurableApplicationContext start(String... variables) {
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < variables.length; i += 2) {
            map.put(variables[i], variables[i + 1]);
        }
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, map));
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .environment(environment)
                .properties("spring.main.banner-mode=off", HostContract.WITHOUT_BOOTS_FLYWAY)
                .run();
    }

    private static Map<String, BatonProperties.Queue> queues(String... variables) {
        try (ConfigurableApplicationContext context = start(variables)) {
            return context.getBean(BatonProperties.class).queues();
        }
    }

    @Test
    void a_queue_of_several_words_is_logged_with_what_works(CapturedOutput output) {
        assertThat(queues("BATON_QUEUES_MY_QUEUE_CONCURRENCY", "3")).isEmpty();
        assertThat(output)
                .contains(
                        "BATON_QUEUES_MY_QUEUE_CONCURRENCY",
                        "changes nothing",
                        "SPRING_APPLICATION_JSON",
                        "in brackets");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "my-queue | {'baton.queues.my-queue.concurrency':3}",
                "my-queue | {'baton.queues[my-queue].concurrency':3}",
                "my-queue | {'baton':{'queues':{'my-queue':{'concurrency':3}}}}",
                "my.queue | {'baton.queues[my.queue].concurrency':3}",
                "MyQueue | {'baton.queues[MyQueue].concurrency':3}"
            })
    void any_name_can_be_said_in_json(String queue, String json) {
        assertThat(queues("SPRING_APPLICATION_JSON", json.replace('\'', '"')))
                .containsOnlyKeys(queue)
                .containsEntry(queue, THREE);
    }

    @Test
    void a_name_of_one_word_works() {
        assertThat(queues("BATON_QUEUES_FILES_CONCURRENCY", "3"))
                .containsOnlyKeys("files")
                .containsValue(THREE);
    }

    @Test
    void an_unhandled_queue_named_nearly_like_a_handled_one_is_logged(CapturedOutput output) {
        assertThat(queues("BATON_QUEUES_MYQUEUE_CONCURRENCY", "3")).containsOnlyKeys("myqueue");
        assertThat(output).contains("'myqueue'").contains("'my-queue'").contains("SPRING_APPLICATION_JSON");
    }

    @Test
    void the_queue_that_is_handled_is_not(CapturedOutput output) {
        queues("SPRING_APPLICATION_JSON", "{\"baton.queues.my-queue.concurrency\":3}");
        assertThat(output).doesNotContain("SPRING_APPLICATION_JSON");
    }
}
