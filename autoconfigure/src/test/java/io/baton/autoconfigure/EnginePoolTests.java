package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.baton.autoconfigure.shop.Shop;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

class EnginePoolTests {

    @Test
    void has_connections_when_the_application_has_used_up_its_own() throws Exception {
        try (HikariDataSource application = TestDatabase.H2.freshDatabase()) {
            application.setMaximumPoolSize(1);
            EnginePool pool = EnginePool.beside(application);
            try (Connection last = application.getConnection();
                    Connection ours = pool.dataSource().getConnection()) {
                assertThat(ours.isValid(1)).isTrue();
                assertThat(last.isValid(1)).isTrue();
            } finally {
                pool.destroy();
            }
        }
    }

    @Test
    void is_small_and_commits_by_itself_whatever_the_application_set() throws Exception {
        HikariConfig settings = new HikariConfig();
        settings.setJdbcUrl(TestDatabase.H2.freshAccess().url());
        settings.setAutoCommit(false);
        settings.setReadOnly(true);
        settings.setMinimumIdle(10);
        try (HikariDataSource application = new HikariDataSource(settings)) {
            EnginePool pool = EnginePool.beside(application);
            HikariDataSource ours = (HikariDataSource) pool.dataSource();
            try (Connection connection = ours.getConnection()) {
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.isReadOnly()).isFalse();
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
                assertThat(ours.getMaximumPoolSize()).isLessThan(10);
            } finally {
                pool.destroy();
            }
        }
    }

    @Test
    void leaves_the_applications_pool_as_it_was_and_open() throws Exception {
        try (HikariDataSource application = TestDatabase.H2.freshDatabase()) {
            EnginePool pool = EnginePool.beside(application);
            pool.destroy();
            assertThat(((HikariDataSource) pool.dataSource()).isClosed()).isTrue();
            assertThat(application.isClosed()).isFalse();
            assertThat(application.getPoolName()).isNotEqualTo("baton");
        }
    }

    @Test
    void limits_how_long_its_own_driver_waits_and_not_the_applications() throws Exception {
        DatabaseAccess database = TestDatabase.POSTGRES.freshAccess();
        try (HikariDataSource application = new HikariDataSource()) {
            // as Boot makes it: the pool starts with its first connection, here after ours
            application.setJdbcUrl(database.url());
            application.setUsername(database.user());
            application.setPassword(database.password());
            EnginePool pool = EnginePool.beside(application);
            HikariDataSource ours = (HikariDataSource) pool.dataSource();
            try (Connection connection = ours.getConnection()) {
                assertThat(connection.getNetworkTimeout()).isEqualTo(10_000);
            }
            try (Connection connection = application.getConnection()) {
                assertThat(connection.getNetworkTimeout()).isZero();
            } finally {
                pool.destroy();
            }
        }
    }

    @Test
    void keeps_to_limits_that_the_application_set() {
        Properties properties = new Properties();
        properties.setProperty("socketTimeout", "99");
        assertThat(DriverLimits.in("jdbc:postgresql://db/shop?connectTimeout=1", properties))
                .isEqualTo("jdbc:postgresql://db/shop?connectTimeout=1&tcpKeepAlive=true");
    }

    @Test
    void looks_through_proxies() throws Exception {
        try (HikariDataSource application = TestDatabase.H2.freshDatabase()) {
            for (DataSource proxy : new DataSource[] {
                new LazyConnectionDataSourceProxy(application), new TransactionAwareDataSourceProxy(application)
            }) {
                EnginePool pool = EnginePool.beside(proxy);
                assertThat(pool.dataSource())
                        .isInstanceOf(HikariDataSource.class)
                        .isNotSameAs(application);
                pool.destroy();
            }
        }
    }

    @Test
    void shares_a_pool_of_another_kind_and_does_not_close_it() throws SQLException {
        SimpleDriverDataSource application = new SimpleDriverDataSource(new Driver(), "jdbc:h2:mem:shared");
        EnginePool pool = EnginePool.beside(application);
        assertThat(pool.dataSource()).isSameAs(application);
    }

    @Test
    void closes_with_the_application() {
        HikariDataSource ours;
        try (var host = HostContract.start(Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY)) {
            ours = (HikariDataSource) host.getBean(EnginePool.class).dataSource();
            assertThat(ours.isRunning()).isTrue();
        }
        assertThat(ours.isClosed()).isTrue();
    }
}
