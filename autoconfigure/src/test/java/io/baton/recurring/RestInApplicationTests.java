package io.baton.recurring;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.testing.TestDatabase;
import io.baton.wiring.ApplicationSide;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which polls the heartbeats of an application at rest spare. */
@Timeout(180)
class RestInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler("work")
        void work() {}
    }

    private static Set<String> spared(ConfigurableApplicationContext context) {
        Set<String> spared = new TreeSet<>();
        if (!context.getBean(ApplicationSide.class).dirtyLimits.spared(INTERVAL).isZero()) {
            spared.add("limits");
        }
        if (!context.getBean(ApplicationSide.class).dirtyGroups.spared(INTERVAL).isZero()) {
            spared.add("batches");
        }
        if (!context.getBean(ApplicationSide.class)
                .scheduleChanges
                .spared(INTERVAL)
                .isZero()) {
            spared.add("schedules");
        }
        return spared;
    }

    @Test
    void each_poll_is_spared_until_heartbeats_find_what_it_polls_for() {
        try (ConfigurableApplicationContext context = start(Application.class, TestDatabase.POSTGRES.freshAccess())) {
            JdbcTemplate sql = context.getBean(JdbcTemplate.class);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(spared(context)).containsExactly("batches", "limits", "schedules"));
            sql.update("INSERT INTO baton_limit (name, family, capacity, used_at) VALUES ('a', 'a', 1, now())");
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(spared(context)).containsExactly("batches", "schedules"));
            sql.update("INSERT INTO baton_batch (active_at) VALUES (now())");
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(spared(context)).containsExactly("schedules"));
            sql.update(
                    "INSERT INTO baton_schedule (name, made_by, type, queue, priority, zone_id, missed, may_overlap, paused, known_at, gone, changed_at)"
                            + " VALUES ('a', gen_random_uuid(), 'work', 'default', 0, 'UTC', 0, FALSE, FALSE, now(), FALSE, now())");
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(spared(context)).isEmpty());
        }
    }
}
