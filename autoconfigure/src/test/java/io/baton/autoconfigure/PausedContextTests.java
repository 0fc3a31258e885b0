package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.autoconfigure.shop.Shop;
import io.baton.connection.EnginePool;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;

class PausedContextTests {

    private static void runsAJob(ConfigurableApplicationContext host, String item) {
        host.getBean(Jobs.class).enqueue(new PriceItem(item));
        await().untilAsserted(
                        () -> assertThat(host.getBean(Pricing.class).priced).contains(item));
    }

    private static int connections(ConfigurableApplicationContext host) {
        HikariDataSource own = (HikariDataSource) host.getBean(EnginePool.class).dataSource();
        return own.getHikariPoolMXBean().getTotalConnections();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void a_context_that_is_paused_keeps_no_connection_of_the_engine(TestDatabase database) {
        DatabaseAccess access = database.freshAccess();
        try (var host = HostContract.start(
                Shop.class,
                HostContract.WITHOUT_BOOTS_FLYWAY,
                "spring.datasource.url=" + access.url(),
                "spring.datasource.username=" + access.user(),
                "spring.datasource.password=" + access.password())) {
            runsAJob(host, "first");
            assertThat(connections(host)).isPositive();
            for (String next : new String[] {"second", "third"}) {
                host.pause();
                await().untilAsserted(() -> assertThat(connections(host)).isZero());
                host.restart();
                runsAJob(host, next);
            }
        }
    }

    @Test
    void the_engines_pool_closes_with_the_application() {
        HikariDataSource own;
        try (var host = HostContract.start(Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY)) {
            own = (HikariDataSource) host.getBean(EnginePool.class).dataSource();
            assertThat(own.isRunning()).isTrue();
        }
        assertThat(own.isClosed()).isTrue();
    }
}
