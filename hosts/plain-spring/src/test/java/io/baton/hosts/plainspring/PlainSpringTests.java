package io.baton.hosts.plainspring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Jobs;
import io.baton.engine.BatonEngine;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The engine starts and stops with a context that Spring Boot does not configure. */
@Timeout(180)
class PlainSpringTests {

    private static AnnotationConfigApplicationContext start(DataSource dataSource) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getBeanFactory().registerSingleton("dataSource", dataSource);
        context.register(PlainSpringHost.class);
        context.refresh();
        return context;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void jobs_limits_and_batches_run_while_the_context_does(TestDatabase kind) {
        try (HikariDataSource dataSource = kind.freshDatabase()) {
            JdbcClient.create(dataSource)
                    .sql("CREATE TABLE ledger (what VARCHAR(20), name VARCHAR(20))")
                    .update();
            BatonEngine engine;
            try (AnnotationConfigApplicationContext context = start(dataSource)) {
                engine = context.getBean(BatonEngine.class);
                assertThat(engine.isRunning()).isTrue();
                Bakery bakery = context.getBean(Bakery.class);
                assertThatThrownBy(() -> bakery.order("unpaid", false)).hasMessageContaining("cannot pay");
                bakery.order("rye", true);
                bakery.order("ann", List.of("wheat", "spelt"));
                await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(bakery.ledger("delivered"))
                        .containsExactly("ann"));
                await().untilAsserted(
                                () -> assertThat(bakery.ledger("baked")).containsExactly("rye", "spelt", "wheat"));
                context.stop();
                assertThat(engine.isRunning()).isFalse();
                bakery.order("oat", true);
            }
            assertThat(engine.isRunning()).isFalse();
            try (AnnotationConfigApplicationContext again = start(dataSource)) {
                Bakery bakery = again.getBean(Bakery.class);
                await().atMost(Duration.ofMinutes(1))
                        .untilAsserted(() -> assertThat(bakery.ledger("baked")).contains("oat"));
                await().untilAsserted(() ->
                        assertThat(again.getBean(Jobs.class).counts()).isEmpty());
            }
        }
    }
}
