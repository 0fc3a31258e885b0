package io.baton.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Jobs;
import io.baton.test.shop.Shop;
import io.baton.test.shop.Shop.Ship;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.OwnThreads;
import io.baton.testing.TestDatabase;
import io.baton.worker.life.Worker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Contexts as the test framework caches them: many at once, and none of them closed before the end. */
class CachedContextsTests {

    private static final int MANY = 10;

    private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

    @Configuration(proxyBeanMethods = false)
    @BatonTest
    static class WithKit {}

    @AfterEach
    void close() {
        contexts.forEach(ConfigurableApplicationContext::close);
    }

    private ConfigurableApplicationContext start(DatabaseAccess access) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Shop.class, WithKit.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + access.url(),
                        "spring.datasource.username=" + access.user(),
                        "spring.datasource.password=" + access.password(),
                        "spring.datasource.hikari.minimum-idle=0",
                        "spring.datasource.hikari.idle-timeout=10000",
                        "baton.semaphores.scale=1",
                        "baton.rate-limits.carrier.permits=2",
                        "baton.rate-limits.carrier.per=1h")
                .run();
        contexts.add(context);
        return context;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void none_holds_a_connection_or_a_thread(TestDatabase database) throws Exception {
        OwnThreads.test(threads -> noneHolds(database.freshAccess(), threads));
    }

    private void noneHolds(DatabaseAccess access, OwnThreads threads) {
        for (int i = 0; i < MANY; i++) {
            ConfigurableApplicationContext context = start(access);
            context.getBean(Jobs.class).enqueue(new Ship("book " + i));
            assertThat(context.getBean(BatonTestKit.class).runDue().completed()).isOne();
            context.pause();
        }
        assertThat(contexts).allSatisfy(context -> assertThat(context.getBean(HikariDataSource.class)
                        .getHikariPoolMXBean()
                        .getActiveConnections())
                .isZero());
        await().untilAsserted(() -> assertThat(threads.named("baton")).isEmpty());
        ConfigurableApplicationContext first = contexts.get(0);
        first.restart();
        assertThat(first.getBean(Worker.class).isRunning()).isFalse();
        first.getBean(Jobs.class).enqueue(new Ship("again"));
        assertThat(first.getBean(BatonTestKit.class).runDue().completed()).isOne();
    }
}
