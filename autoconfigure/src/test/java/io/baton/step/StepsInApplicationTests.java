package io.baton.step;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.SignalResult;
import io.baton.Signals;
import io.baton.StepDetails;
import io.baton.Steps;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Handlers with steps in whole applications. */
class StepsInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Map<String, ConcurrentLinkedQueue<String>> DONE = new ConcurrentHashMap<>();

    record PlaceOrder(String name) {}

    record Payment(String key, int amount) {}

    record Decision(boolean approved, String by) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Autowired
        DataSource dataSource;

        @JobHandler
        void order(PlaceOrder order, JobContext job) {
            note(order, "run");
            Payment payment = job.step("charge", Payment.class).call(key -> {
                note(order, "charge " + key);
                return new Payment(key, 7);
            });
            job.step("book").runInTransaction(() -> new JdbcTemplate(dataSource)
                    .update("INSERT INTO ledger (name, amount) VALUES (?, ?)", order.name(), payment.amount()));
            job.sleep("cool-off", Duration.ofMillis(300));
            Decision decision =
                    job.await("approved", Decision.class, Duration.ofDays(7)).orElse(new Decision(false, "nobody"));
            note(order, "decided " + decision.by());
            boolean late = job.await("never", Duration.ofMillis(200));
            note(order, "late " + late);
            job.sleepUntil("until", job.enqueuedAt().plusSeconds(3));
            note(order, "since " + job.since("v2"));
        }

        private static void note(PlaceOrder order, String what) {
            DONE.computeIfAbsent(order.name(), fresh -> new ConcurrentLinkedQueue<>())
                    .add(what);
        }
    }

    @BeforeEach
    void forget() {
        DONE.clear();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_handler_goes_on_where_it_stopped(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
            jdbc.execute("CREATE TABLE ledger (name varchar(50), amount integer)");
            Jobs jobs = context.getBean(Jobs.class);
            Signals signals = context.getBean(Signals.class);
            JobId id = jobs.enqueue(new PlaceOrder("a")).id();
            await().atMost(LIMIT).until(() -> context.getBean(Steps.class).list(id).stream()
                    .anyMatch(step -> step.name().equals("approved")));
            await().atMost(LIMIT).until(() -> jobs.find(id).orElseThrow().state() == JobState.WAITING);
            assertThat(jobs.find(id).orElseThrow().attempts()).isZero();
            assertThat(signals.send(id, "approved", new Decision(true, "ann"))).isEqualTo(SignalResult.DELIVERED);
            await().atMost(LIMIT).until(() -> jobs.find(id).orElseThrow().state() == JobState.COMPLETED);
            assertThat(signals.send(id, "approved", new Decision(true, "bob"))).isEqualTo(SignalResult.TOO_LATE);
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM ledger", Integer.class))
                    .isOne();
            assertThat(context.getBean(Steps.class).list(id))
                    .extracting(StepDetails::name)
                    .containsExactly("charge", "book", "cool-off", "approved", "never", "until", "v2");
        }
        List<String> done = List.copyOf(DONE.get("a"));
        assertThat(done.stream().filter(each -> each.startsWith("charge"))).hasSize(1);
        assertThat(done).endsWith("decided ann", "late false", "since true");
    }
}
