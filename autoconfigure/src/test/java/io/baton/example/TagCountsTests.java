package io.baton.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.testing.Applications;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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

/** A capability costs what its rows need: the rest stands in the bases. {@link TagCounts} is the example of {@code docs/inside.md}. */
class TagCountsTests {

    private static final int MOST_LINES = 120;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @JobType(name = "tagged")
    record Tagged(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(TagCounts.class)
    static class Application {

        @JobHandler
        void run(Tagged payload) {}
    }

    /** Counts the lines of the class, from its first annotation to its end, with those that are blank. */
    @Test
    void a_capability_takes_few_lines() throws IOException {
        List<String> file = Files.readAllLines(Path.of("../core/src/test/java/io/baton/example/TagCounts.java"));
        int lines = file.size() - file.indexOf("@Configuration(proxyBeanMethods = false)");
        System.out.printf("figure house.toy_capability_lines %d%n", lines);
        assertThat(lines).isLessThanOrEqualTo(MOST_LINES);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void jobs_are_counted_though_hints_and_steps_are_lost(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        JdbcTemplate sql =
                new JdbcTemplate(new DriverManagerDataSource(access.url(), access.user(), access.password()));
        TagCounts.TABLES.forEach(sql::execute);
        try (ConfigurableApplicationContext context = Applications.start(Application.class, access)) {
            TagCounts.Tags tags = context.getBean(TagCounts.Tags.class);
            IntStream.range(0, 250)
                    .forEach(number -> tags.enqueue(number % 5 == 0 ? "few" : "many", new Tagged(number)));
            awaitCounts(sql, Map.of("few", 50L, "many", 200L));

            new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                tags.enqueue("few", new Tagged(-1));
                status.setRollbackOnly();
            });
            // completed, as if the node that should have counted it had crashed after the commit
            sql.update("INSERT INTO baton_tagged (job_id, tag, ended) VALUES (-1, 'few', TRUE)");
            // cancelled by a node that does not know the capability
            sql.update("INSERT INTO baton_tagged (job_id, tag, ended) VALUES (-2, 'few', FALSE)");
            awaitCounts(sql, Map.of("few", 51L, "many", 200L));
        }
    }

    private static void awaitCounts(JdbcTemplate sql, Map<String, Long> expected) {
        await().atMost(LIMIT).untilAsserted(() -> {
            Map<String, Long> counts = new TreeMap<>();
            sql.query("SELECT name, completed FROM baton_tag", row -> {
                counts.put(row.getString("name"), row.getLong("completed"));
            });
            assertThat(counts).isEqualTo(expected);
            assertThat(sql.queryForObject("SELECT COUNT(*) FROM baton_tagged", Long.class))
                    .as("rows that are neither counted nor removed")
                    .isZero();
        });
    }
}
