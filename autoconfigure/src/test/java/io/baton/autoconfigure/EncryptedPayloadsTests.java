package io.baton.autoconfigure;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Flow;
import io.baton.Flows;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobResults;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.PayloadCodec;
import io.baton.PayloadKeys;
import io.baton.Recurrence;
import io.baton.Recurring;
import io.baton.RecurringJobs;
import io.baton.Signals;
import io.baton.engine.BatonEngine;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.PackingCodec;
import io.baton.type.TestKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.SecretKey;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** Applications whose payloads are encrypted: all that an application hands over is found in no table. */
class EncryptedPayloadsTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final TestKeys KEYS = new TestKeys();
    private static final ConcurrentLinkedQueue<String> DONE = new ConcurrentLinkedQueue<>();

    @JobType(name = "order")
    record Order(String iban) {}

    @JobType(name = "count")
    record Count(String word) {}

    @JobType(name = "sum")
    record Sum() {}

    @JobType(name = "strict")
    record Strict(String word) {

        Strict {
            if (word.startsWith("secret")) {
                throw new IllegalArgumentException("not this word: " + word);
            }
        }
    }

    @JobType(name = "nightly")
    record Nightly() {}

    record Receipt(String number) {}

    record Decision(String by) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {

        @Autowired
        ObjectProvider<Once> once;

        @JobHandler
        void order(Order order, JobContext job) {
            String mark = job.lastCheckpoint(Receipt.class).map(Receipt::number).orElse("none");
            job.saveCheckpoint(new Receipt("secret-mark"));
            Receipt receipt = job.step("charge", Receipt.class).call(key -> new Receipt("secret-number"));
            String told = once.getObject()
                    .call("tell-" + job.id(), String.class, key -> "secret-answer")
                    .orElse("");
            String by = job.await("approved", Decision.class, Duration.ofDays(1))
                    .map(Decision::by)
                    .orElse("nobody");
            DONE.add(String.join(",", order.iban(), mark, receipt.number(), told, by, "attempt " + job.attempt()));
        }

        @JobHandler
        String count(Count count) {
            COUNTED.incrementAndGet();
            return "secret-" + count.word();
        }

        @JobHandler
        void sum(Sum sum, JobContext job) {
            JobResults results = job.results();
            DONE.add(results.stream(String.class).sorted().collect(Collectors.joining(",")));
        }

        @JobHandler
        void strict(Strict strict) {}

        @JobHandler
        @Recurring(name = "nightly", every = "20h")
        void nightly(Nightly nightly) {}
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Plain.class)
    static class Encrypted {

        @Bean
        PayloadKeys keys() {
            return KEYS;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Encrypted.class)
    static class WithOwnCodec {

        @Bean
        PayloadCodec codec() {
            return new ReplacedBeansTests.Marked(new JacksonPayloadCodec());
        }
    }

    @BeforeEach
    void reset() {
        KEYS.byId.clear();
        KEYS.add("k1", 1, 32);
        KEYS.encrypts = true;
        DONE.clear();
    }

    private static JobDetails when(Jobs jobs, JobId id, Predicate<JobDetails> condition) {
        await().atMost(LIMIT).until(() -> condition.test(jobs.find(id).orElseThrow()));
        return jobs.find(id).orElseThrow();
    }

    private static JobDetails when(Jobs jobs, JobId id, JobState state) {
        return when(jobs, id, job -> job.state() == state);
    }

    /** Returns the texts of all of Baton's rows. */
    private static String dump(ConfigurableApplicationContext context) {
        JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
        return jdbc
                .queryForList(
                        "SELECT DISTINCT table_name FROM information_schema.tables WHERE LOWER(table_name) LIKE 'baton%'",
                        String.class)
                .stream()
                .filter(table -> !table.endsWith("schema_history"))
                .flatMap(table -> jdbc.queryForList("SELECT * FROM " + table).stream())
                .map(Map::toString)
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void nothing_of_an_application_is_stored_in_plain_text(TestDatabase kind) {
        String seen;
        try (ConfigurableApplicationContext context =
                start(Encrypted.class, kind.freshAccess(), "baton.payload.compress-from=100")) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId order = jobs.enqueue(new Order("secret-iban " + "1234 ".repeat(100)))
                    .id();
            JobId later = jobs.enqueue(new Count("secret-word"), job -> job.delay(Duration.ofDays(1)))
                    .id();
            context.getBean(RecurringJobs.class)
                    .add("yearly", Recurrence.every(Duration.ofDays(365)), new Count("secret-tick"));
            when(jobs, order, JobState.WAITING);
            seen = dump(context);
            assertThat(jobs.find(order).orElseThrow().payload()).startsWith("baton:aes:k1:zip:");
            context.getBean(Signals.class).send(later, "early", new Decision("secret-early"));
            context.getBean(Signals.class).send(order, "approved", new Decision("secret-ann"));
            when(jobs, order, JobState.COMPLETED);
            context.getBean(Flows.class)
                    .start(Flow.group(List.of(new Count("a"), new Count("b"))).then(new Sum()));
            await().atMost(LIMIT).until(() -> DONE.size() == 2);
            JobId counted = jobs.enqueue(new Count("c")).id();
            JobDetails done = when(jobs, counted, JobState.COMPLETED);
            assertThat(context.getBean(PayloadCodec.class).read(Objects.requireNonNull(done.result()), String.class))
                    .isEqualTo("secret-c");
            seen += dump(context);
        }
        assertThat(seen).doesNotContain("secret-").contains("baton:aes:k1:");
        assertThat(DONE)
                .containsExactly(
                        "secret-iban " + "1234 ".repeat(100)
                                + ",secret-mark,secret-number,secret-answer,secret-ann,attempt 1",
                        "secret-a,secret-b");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_wait_for_a_key_that_is_not_there(TestDatabase kind) throws IOException {
        try (ConfigurableApplicationContext context = start(Encrypted.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Signals signals = context.getBean(Signals.class);
            JobId waiting = jobs.enqueue(new Order("a")).id();
            JobId payload = jobs.enqueue(
                            new Order("b"), job -> job.delay(Duration.ofDays(1)).maxAttempts(1))
                    .id();
            when(jobs, waiting, JobState.WAITING);
            SecretKey old = Objects.requireNonNull(KEYS.byId.remove("k1"));
            KEYS.add("k2", 2, 32);
            assertThat(uses(context, "k1")).isEqualTo(5);
            assertThat(uses(context, "k2")).isZero();
            signals.send(waiting, "approved", new Decision("ann"));
            signals.send(payload, "approved", new Decision("bob"));
            jobs.reschedule(payload, Duration.ZERO);
            for (JobId id : List.of(waiting, payload)) {
                JobDetails job = when(jobs, id, each -> each.state() == JobState.SCHEDULED && each.error() != null);
                assertThat(job.error())
                        .contains("PayloadKeyException: The payload key \"k1\" is not there")
                        .contains("go on, with the attempts that they have");
                assertThat(job.attempts()).isZero();
                assertThat(job.dueAt()).isAfter(job.enqueuedAt().plusSeconds(20));
            }
            assertThat(uses(context, "k2")).isEqualTo(2);
            KEYS.byId.put("k1", old);
            jobs.reschedule(waiting, Duration.ZERO);
            jobs.reschedule(payload, Duration.ZERO);
            when(jobs, waiting, JobState.COMPLETED);
            when(jobs, payload, JobState.COMPLETED);
        }
        assertThat(DONE)
                .containsExactlyInAnyOrder(
                        "a,secret-mark,secret-number,secret-answer,ann,attempt 1",
                        "b,none,secret-number,secret-answer,bob,attempt 1");
    }

    /** Runs the query of the page that finds out whether a key is still used. */
    private static long uses(ConfigurableApplicationContext context, String key) throws IOException {
        String page = Files.readString(Path.of("../docs/payloads.md"));
        String query = Pattern.compile("```sql\n(.*?);\n```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
        JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
        return jdbc.queryForList(query.replace("2026-10", key)).stream()
                .mapToLong(row -> ((Number) row.values().toArray()[1]).longValue())
                .sum();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void plain_payloads_are_read_before_and_after_encryption(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        JobId before;
        JobId between;
        try (ConfigurableApplicationContext context = start(Plain.class, access)) {
            before = context.getBean(Jobs.class)
                    .enqueue(new Count("a"), job -> job.delay(Duration.ofDays(1)))
                    .id();
        }
        try (ConfigurableApplicationContext context = start(Encrypted.class, access)) {
            Jobs jobs = context.getBean(Jobs.class);
            between = jobs.enqueue(new Count("b"), job -> job.delay(Duration.ofDays(1)))
                    .id();
            assertThat(jobs.find(before).orElseThrow().payload()).contains("\"a\"");
            assertThat(jobs.find(between).orElseThrow().payload()).startsWith("baton:aes:k1:");
            jobs.reschedule(before, Duration.ZERO);
            assertThat(when(jobs, before, JobState.COMPLETED).result()).startsWith("baton:aes:k1:");
            KEYS.encrypts = false;
            jobs.reschedule(between, Duration.ZERO);
            assertThat(when(jobs, between, JobState.COMPLETED).result()).isEqualTo("\"secret-b\"");
        }
    }

    @Test
    void a_changed_payload_is_dead_by_its_attempts() {
        try (ConfigurableApplicationContext context = start(Encrypted.class, TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueue(
                            new Count("a"), job -> job.delay(Duration.ofDays(1)).maxAttempts(1))
                    .id();
            new JdbcTemplate(context.getBean(DataSource.class))
                    .update(
                            "UPDATE baton_job SET payload = CONCAT('baton:aes:k1:QUJD', payload) WHERE id = ?",
                            id.value());
            jobs.reschedule(id, Duration.ZERO);
            assertThat(when(jobs, id, JobState.DEAD).error())
                    .contains("A stored text that begins with baton:aes:k1: was changed or cut");
        }
    }

    @Test
    void the_error_of_a_payload_does_not_quote_it() {
        try (ConfigurableApplicationContext context = start(Encrypted.class, TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            String text = context.getBean(PayloadCodec.class).write(Map.of("word", "secret-word"), Map.class);
            JobId id = jobs.enqueue(new Strict("a"), job -> job.delay(Duration.ofDays(1))
                            .maxAttempts(1))
                    .id();
            new JdbcTemplate(context.getBean(DataSource.class))
                    .update("UPDATE baton_job SET payload = ? WHERE id = ?", text, id.value());
            jobs.reschedule(id, Duration.ZERO);
            assertThat(when(jobs, id, JobState.DEAD).error())
                    .contains("IllegalArgumentException")
                    .doesNotContain("secret-word");
        }
    }

    @Test
    void a_codec_of_the_application_is_encrypted_too() {
        try (ConfigurableApplicationContext context = start(WithOwnCodec.class, TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueue(new Count("a")).id();
            String result =
                    Objects.requireNonNull(when(jobs, id, JobState.COMPLETED).result());
            assertThat(result).startsWith("baton:aes:k1:");
            assertThat(context.getBean(PayloadCodec.class)).isNotInstanceOf(PackingCodec.class);
        }
    }

    @Test
    void codec_and_keys_of_a_parent_context_encrypt() {
        DatabaseAccess access = TestDatabase.H2.freshAccess();
        try (AnnotationConfigApplicationContext outer = new AnnotationConfigApplicationContext(Outer.class);
                ConfigurableApplicationContext context = new SpringApplicationBuilder(Inner.class)
                        .parent(outer)
                        .web(WebApplicationType.NONE)
                        .properties(
                                "spring.datasource.url=" + access.url(),
                                "spring.datasource.username=" + access.user(),
                                "spring.datasource.password=" + access.password())
                        .run()) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueue(new Count("a")).id();
            assertThat(when(jobs, id, JobState.COMPLETED).result()).startsWith("baton:aes:k1:");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Outer {

        @Bean
        PayloadCodec codec() {
            return new ReplacedBeansTests.Marked(new JacksonPayloadCodec());
        }

        @Bean
        PayloadKeys keys() {
            return new Encrypted().keys();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Inner extends Counting {}

    private static final AtomicInteger COUNTED = new AtomicInteger();

    static class Counting {

        @JobHandler
        String count(Count count) {
            return "secret-" + count.word();
        }
    }

    @Test
    void without_the_current_key_no_handler_is_called() {
        try (ConfigurableApplicationContext context = start(WithOwnCodec.class, TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueue(new Count("a"), job -> job.delay(Duration.ofDays(1)))
                    .id();
            KEYS.current = "gone";
            COUNTED.set(0);
            jobs.reschedule(id, Duration.ZERO);
            JobDetails job = when(jobs, id, each -> each.error() != null);
            assertThat(job.error()).contains("The payload key \"gone\" is not there");
            assertThat(job.attempts()).isZero();
            assertThat(COUNTED).hasValue(0);
            KEYS.current = "k1";
            jobs.reschedule(id, Duration.ZERO);
            when(jobs, id, JobState.COMPLETED);
            assertThat(COUNTED).hasValue(1);
        }
    }

    @Test
    void without_spring_boot_payloads_are_encrypted_too() {
        try (HikariDataSource dataSource = TestDatabase.H2.freshDatabase();
                BatonEngine engine = BatonEngine.builder(dataSource)
                        .beans(new Encrypted().keys(), new Counting())
                        .build()) {
            engine.start();
            Jobs jobs = engine.jobs();
            JobId id = jobs.enqueue(new Count("a")).id();
            assertThat(when(jobs, id, JobState.COMPLETED).result()).startsWith("baton:aes:k1:");
        }
    }

    @Test
    void a_missing_current_key_fails_the_start_by_name() {
        KEYS.current = "k9";
        assertThatThrownBy(() ->
                        start(Encrypted.class, TestDatabase.H2.freshAccess()).close())
                .hasStackTraceContaining("The payload key \"k9\" is not there");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void recurring_jobs_take_the_new_key_at_their_tick(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        String stored = "SELECT payload FROM baton_schedule WHERE name = ?";
        try (ConfigurableApplicationContext context = start(Encrypted.class, access)) {
            RecurringJobs recurring = context.getBean(RecurringJobs.class);
            await().atMost(LIMIT).until(() -> recurring.find("nightly").isPresent());
            recurring.change("nightly", Recurrence.every(Duration.ofHours(10)));
            recurring.add("often", Recurrence.every(Duration.ofSeconds(1)), new Count("tick"));
            JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
            assertThat(jdbc.queryForObject(stored, String.class, "often")).startsWith("baton:aes:k1:");
            KEYS.add("k2", 2, 32);
            await().atMost(LIMIT).until(() -> Objects.requireNonNull(jdbc.queryForObject(stored, String.class, "often"))
                    .startsWith("baton:aes:k2:"));
        }
        // the texts of its payload differ, its definition does not: the change at run time stays
        try (ConfigurableApplicationContext context = start(Encrypted.class, access)) {
            assertThat(context.getBean(RecurringJobs.class)
                            .find("nightly")
                            .orElseThrow()
                            .recurrence())
                    .isEqualTo(Recurrence.every(Duration.ofHours(10)));
        }
    }
}
