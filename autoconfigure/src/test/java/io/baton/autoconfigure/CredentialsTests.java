package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.connection.EnginePool;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** Passwords change while an application runs, or are tokens that expire: Baton's own connections use those of its pool. */
class CredentialsTests {

    @PlainJdbcApplication
    @Import(Pricing.class)
    static class Shop {}

    /** As applications make it whose database takes tokens for passwords. */
    private static final class TokenPool extends HikariDataSource {

        private final AtomicReference<String> token = new AtomicReference<>("first");

        @Override
        public Credentials getCredentials() {
            return Credentials.of("sa", token.get());
        }
    }

    @Configuration
    @Import(Shop.class)
    static class ShopWithTokens {

        @Bean
        TokenPool pool() {
            TokenPool pool = new TokenPool();
            pool.setJdbcUrl(freshUrl());
            return pool;
        }
    }

    private static String freshUrl() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    @Test
    void a_password_changed_in_the_applications_pool_is_changed_in_batons() {
        try (var shop = HostContract.start(
                Shop.class,
                "spring.datasource.url=" + freshUrl(),
                "spring.datasource.username=sa",
                "spring.datasource.password=first")) {
            runs(shop, "before");
            HikariDataSource pool = shop.getBean(HikariDataSource.class);

            changePassword(pool);
            pool.getHikariConfigMXBean().setPassword("second");
            connectAnew(shop);

            runs(shop, "after");
        }
    }

    @Test
    void a_pool_with_a_token_per_connection_is_queried_by_batons() {
        try (var shop = HostContract.start(ShopWithTokens.class)) {
            runs(shop, "before");
            TokenPool pool = shop.getBean(TokenPool.class);

            changePassword(pool);
            pool.token.set("second");
            connectAnew(shop);

            runs(shop, "after");
        }
    }

    private static void changePassword(HikariDataSource pool) {
        new JdbcTemplate(pool).execute("ALTER USER SA SET PASSWORD 'second'");
    }

    /** What comes to every connection in time: it lives for half an hour unless told otherwise. */
    private static void connectAnew(ConfigurableApplicationContext shop) {
        shop.getBean(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
        ((HikariDataSource) shop.getBean(EnginePool.class).dataSource())
                .getHikariPoolMXBean()
                .softEvictConnections();
    }

    private static void runs(ConfigurableApplicationContext shop, String item) {
        shop.getBean(Jobs.class).enqueue(new PriceItem(item));
        await().untilAsserted(
                        () -> assertThat(shop.getBean(Pricing.class).priced).contains(item));
    }
}
