package io.baton.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

class EnginePoolTests {

    private static final Duration DEAD_AFTER = Duration.ofMillis(7_900);

    @Test
    void has_connections_when_the_application_has_used_up_its_own() throws Exception {
        try (HikariDataSource application = TestDatabase.H2.freshDatabase()) {
            application.setMaximumPoolSize(1);
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
            try (Connection last = application.getConnection();
                    Connection ours = pool.dataSource().getConnection()) {
                assertThat(ours.isValid(1)).isTrue();
                assertThat(last.isValid(1)).isTrue();
            } finally {
                pool.close();
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
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
            HikariDataSource ours = (HikariDataSource) pool.dataSource();
            try (Connection connection = ours.getConnection()) {
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.isReadOnly()).isFalse();
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
                assertThat(ours.getMaximumPoolSize()).isLessThan(10);
            } finally {
                pool.close();
            }
        }
    }

    @Test
    void leaves_the_applications_pool_as_it_was_and_open() throws Exception {
        try (HikariDataSource application = TestDatabase.H2.freshDatabase()) {
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
            pool.close();
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
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
            HikariDataSource ours = (HikariDataSource) pool.dataSource();
            try (Connection connection = ours.getConnection()) {
                assertThat(connection.getNetworkTimeout()).isEqualTo(7_000);
            }
            try (Connection connection = application.getConnection()) {
                assertThat(connection.getNetworkTimeout()).isZero();
            } finally {
                pool.close();
            }
        }
    }

    @Test
    void keeps_to_limits_that_the_application_set() {
        Properties properties = new Properties();
        properties.setProperty("socketTimeout", "99");
        assertThat(DriverLimits.in("jdbc:postgresql://db/shop?connectTimeout=1", properties, DEAD_AFTER))
                .isEqualTo("jdbc:postgresql://db/shop?connectTimeout=1&loginTimeout=5&tcpKeepAlive=true");
    }

    @Test
    void waits_no_longer_for_an_answer_than_a_worker_may_be_silent() {
        Properties none = new Properties();
        assertThat(DriverLimits.in("jdbc:postgresql://db/shop", none, Duration.ofSeconds(3)))
                .contains("socketTimeout=3&", "connectTimeout=3&");
        assertThat(DriverLimits.in("jdbc:postgresql://db/shop", none, Duration.ofMillis(900)))
                .contains("socketTimeout=1&");
        assertThat(DriverLimits.in("jdbc:mariadb://db/shop", none, Duration.ofMinutes(1)))
                .contains("socketTimeout=60000", "connectTimeout=5000");
        assertThat(DriverLimits.in("jdbc:h2:mem:shop", none, Duration.ofSeconds(3)))
                .isEqualTo("jdbc:h2:mem:shop");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 3, 28800",
        "?sessionVariables=wait_timeout=1234, 3, 1234",
        "?sessionVariables=innodb_lock_wait_timeout=9, 9, 28800"
    })
    void waits_for_the_locks_of_others_only_shortly_on_mariadb(String parameters, long lockWait, long other)
            throws Exception {
        DatabaseAccess database = TestDatabase.MARIADB.freshAccess();
        try (HikariDataSource application = new HikariDataSource()) {
            application.setJdbcUrl(database.url() + parameters);
            application.setUsername(database.user());
            application.setPassword(database.password());
            application.setConnectionInitSql("SET @said = 'hello'");
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
            String ask = "SELECT @@innodb_lock_wait_timeout AS lock_wait, @@wait_timeout AS other, @said AS said";
            assertThat(new JdbcTemplate(pool.dataSource()).queryForMap(ask))
                    .containsEntry("lock_wait", BigInteger.valueOf(lockWait))
                    .containsEntry("other", BigInteger.valueOf(other))
                    .containsEntry("said", "hello");
            assertThat(new JdbcTemplate(application).queryForMap(ask))
                    .containsEntry("lock_wait", BigInteger.valueOf(lockWait == 9 ? 9 : 50))
                    .containsEntry("said", "hello");
            pool.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 8, 0", "?sessionVariables=idle_transaction_timeout=20, 20, 20"})
    void leaves_no_transaction_idle_for_long_on_mariadb(String parameters, long ofEngine, long ofApplication) {
        DatabaseAccess database = TestDatabase.MARIADB.freshAccess();
        try (HikariDataSource application = new HikariDataSource()) {
            application.setJdbcUrl(database.url() + parameters);
            application.setUsername(database.user());
            application.setPassword(database.password());
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
            String ask = "SELECT @@idle_transaction_timeout";
            assertThat(new JdbcTemplate(pool.dataSource()).queryForObject(ask, Long.class))
                    .isEqualTo(ofEngine);
            assertThat(new JdbcTemplate(application).queryForObject(ask, Long.class))
                    .isEqualTo(ofApplication);
            pool.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mariadb://a/shop, 5000, none",
        "'jdbc:mariadb:replication://a,b/shop', 1312, 2",
        "'jdbc:mariadb:sequential://address=(host=a)(port=1),address=(host=b,port=1),address=(host=c)/shop?x=1,2', 875, 3",
        "'jdbc:mysql://(host=a,port=1),(host=b,port=2)/shop', 1750, 1",
        "'jdbc:mysql:loadbalance://a,b,c,d,e,f,g/shop', 656, 1",
        "'jdbc:mariadb://a,b/shop?retriesAllDown=77', 1312, 77"
    })
    void gives_all_hosts_together_no_longer_than_one(String url, String connectMillis, String retries) {
        String limited = Objects.requireNonNull(DriverLimits.in(url, new Properties(), DEAD_AFTER));
        assertThat(limited).contains("connectTimeout=" + connectMillis, "lock_wait_timeout=");
        if (retries.equals("none")) {
            assertThat(limited).doesNotContain("retriesAllDown");
        } else {
            assertThat(limited).containsOnlyOnce("retriesAllDown=" + retries);
        }
    }

    @Test
    void gives_each_of_several_hosts_of_postgresql_its_share_of_the_time() {
        assertThat(DriverLimits.in("jdbc:postgresql://a:1,b:2/shop", new Properties(), DEAD_AFTER))
                .contains("connectTimeout=2&");
    }

    @Test
    void names_its_connections_so_that_the_server_shows_whose_they_are() throws Exception {
        DatabaseAccess database = TestDatabase.POSTGRES.freshAccess();
        try (HikariDataSource application = new HikariDataSource()) {
            application.setJdbcUrl(database.url());
            application.setUsername(database.user());
            application.setPassword(database.password());
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "north & south");
            assertThat(new JdbcTemplate(pool.dataSource())
                            .queryForObject("SELECT current_setting('application_name')", String.class))
                    .isEqualTo("baton:north & south");
            assertThat(new JdbcTemplate(application)
                            .queryForObject("SELECT current_setting('application_name')", String.class))
                    .doesNotContain("baton");
            pool.close();
        }
    }

    @Test
    void names_its_connections_on_mariadb_too() throws Exception {
        DatabaseAccess database = TestDatabase.MARIADB.freshAccess();
        try (HikariDataSource application = new HikariDataSource()) {
            application.setJdbcUrl(database.url());
            application.setUsername(database.user());
            application.setPassword(database.password());
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "north: 1");
            assertThat(((HikariDataSource) pool.dataSource()).getJdbcUrl())
                    .contains("connectionAttributes=program_name:baton-north--1");
            assertThat(new JdbcTemplate(pool.dataSource()).queryForObject("SELECT 1", Integer.class))
                    .isEqualTo(1);
            pool.close();
        }
    }

    @Test
    void keeps_to_a_name_that_the_application_set() {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "shop");
        assertThat(DriverLimits.labelled("jdbc:postgresql://db/shop", properties, ""))
                .isEqualTo("jdbc:postgresql://db/shop");
        String named = "jdbc:postgresql://db/shop?ApplicationName=shop";
        assertThat(DriverLimits.labelled(named, new Properties(), "")).isEqualTo(named);
        assertThat(DriverLimits.labelled("jdbc:h2:mem:shop", new Properties(), ""))
                .isEqualTo("jdbc:h2:mem:shop");
    }

    @Test
    void uses_no_url_that_the_applications_pool_does_not_use() throws Exception {
        String hosts = "jdbc:postgresql://127.0.0.1:1,127.0.0.1:2/nothing";
        DataSource made = new SimpleDriverDataSource(
                new Driver(), TestDatabase.H2.freshAccess().url());
        try (HikariDataSource ofOne = new HikariDataSource();
                HikariDataSource ofClass = new HikariDataSource()) {
            ofOne.setJdbcUrl(hosts);
            ofOne.setDataSource(made);
            ofClass.setJdbcUrl(hosts);
            ofClass.setDataSourceClassName("org.h2.jdbcx.JdbcDataSource");
            ofClass.addDataSourceProperty("url", TestDatabase.H2.freshAccess().url());
            for (HikariDataSource application : new HikariDataSource[] {ofOne, ofClass}) {
                EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
                assertThat(((HikariDataSource) pool.dataSource()).getDataSource())
                        .isSameAs(application.getDataSource());
                try (Connection connection = pool.dataSource().getConnection()) {
                    assertThat(connection.getMetaData().getDatabaseProductName())
                            .isEqualTo("H2");
                } finally {
                    pool.close();
                }
            }
        }
    }

    @Test
    void looks_through_proxies() throws Exception {
        try (HikariDataSource application = TestDatabase.H2.freshDatabase()) {
            for (DataSource proxy : new DataSource[] {
                new LazyConnectionDataSourceProxy(application), new TransactionAwareDataSourceProxy(application)
            }) {
                EnginePool pool = EnginePool.beside(proxy, DEAD_AFTER, "");
                assertThat(pool.dataSource())
                        .isInstanceOf(HikariDataSource.class)
                        .isNotSameAs(application);
                pool.close();
            }
        }
    }

    @Test
    void shares_a_pool_of_another_kind_and_does_not_close_it() throws SQLException {
        SimpleDriverDataSource application = new SimpleDriverDataSource(new Driver(), "jdbc:h2:mem:shared");
        EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
        assertThat(pool.dataSource()).isSameAs(application);
    }
}
