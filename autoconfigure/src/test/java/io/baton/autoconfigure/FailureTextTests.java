package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.BatonDataSource;
import io.baton.JobHandler;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Shop;
import io.baton.testing.TestDatabase;
import io.baton.testing.TransactionsOfNothing;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.transaction.PlatformTransactionManager;

/** Every start that fails says what happened and what to do. */
@ExtendWith(OutputCaptureExtension.class)
class FailureTextTests {

    private static void fails(Class<?> application, String... properties) {
        String[] all = Arrays.copyOf(properties, properties.length + 1);
        all[properties.length] = HostContract.WITHOUT_BOOTS_FLYWAY;
        assertThatThrownBy(() -> HostContract.start(application, all).close()).isInstanceOf(Exception.class);
    }

    private static void says(CapturedOutput output, String description, String action) {
        assertThat(output.getOut().replace(System.lineSeparator(), " "))
                .contains("APPLICATION FAILED TO START")
                .containsSubsequence("Description:", description, "Action:", action);
    }

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class TwoPools {

        @Bean
        HikariDataSource one() {
            return TestDatabase.H2.freshDatabase();
        }

        @Bean
        HikariDataSource other() {
            return TestDatabase.H2.freshDatabase();
        }
    }

    @Test
    void several_data_sources_and_none_marked(CapturedOutput output) {
        fails(TwoPools.class);
        says(output, "several data sources", "@BatonDataSource");
    }

    @Test
    void no_tables_and_no_migration(CapturedOutput output) {
        fails(Shop.class, "baton.schema.migrate=false");
        says(
                output,
                "io/baton/schema/h2/V1__tables.sql has not run",
                "baton.schema.migrate=true, or run the SQL files");
    }

    @Configuration
    @EnableAutoConfiguration
    static class Private {

        @JobHandler
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        private void price(PriceItem item) {}
    }

    @Test
    void an_unreadable_handler(CapturedOutput output) {
        fails(Private.class);
        says(output, "it is private", "package-private or wider");
    }

    @Configuration
    @EnableAutoConfiguration
    static class Twice {

        @JobHandler
        void price(PriceItem item) {}

        @JobHandler
        void priceAgain(PriceItem item) {}
    }

    @Test
    void two_handlers_of_one_type(CapturedOutput output) {
        fails(Twice.class);
        says(output, "\"shop.price-item\" has two handlers", "Remove one of them");
    }

    @ParameterizedTest
    @CsvSource({
        "baton.rate-limits.files.permits, 0, 'is 0: A rate cannot have 0 permits; it is from 1 to 1000000.'",
        "baton.rate-limits.files.per, 0s, 'cannot have a period of PT0S; it is from 1 ms to a year.'",
        "baton.rate-limits.files.burst, 2000000, 'is 2000000: A rate cannot have a burst of 2000000'",
        "baton.semaphores.files, -1, 'is -1, but must be at least 0'",
        "baton.semaphores[~files], 1, 'cannot have this name'",
        "baton.rate-limits[~files].permits, 1, 'cannot have this name'"
    })
    void a_limit_that_cannot_be_one(String property, String value, String problem, CapturedOutput output) {
        fails(Shop.class, "baton.rate-limits.files.permits=3", property + "=" + value);
        says(output, "'" + property.replace("[~files].permits", "[~files]") + "'", "baton.");
        assertThat(output).contains(problem);
    }

    static class StrangeDatabase extends AbstractDataSource {

        private final DataSource real = TestDatabase.H2.freshDatabase();

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = real.getConnection();
            return proxy(Connection.class, (proxy, method, arguments) -> {
                Object answer = method.invoke(connection, arguments);
                return answer instanceof DatabaseMetaData metaData ? strange(metaData) : answer;
            });
        }

        private static DatabaseMetaData strange(DatabaseMetaData metaData) {
            return proxy(
                    DatabaseMetaData.class,
                    (proxy, method, arguments) -> method.getName().equals("getDatabaseProductName")
                            ? "Strange"
                            : method.invoke(metaData, arguments));
        }

        private static <T> T proxy(Class<T> type, InvocationHandler handler) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }
    }

    @Configuration
    @Import(TwoPools.class)
    static class Strange {

        @Bean
        @BatonDataSource
        DataSource strange() {
            return new StrangeDatabase();
        }
    }

    @Test
    void a_database_that_is_not_known(CapturedOutput output) {
        fails(Strange.class);
        says(output, "does not know the database 'Strange'", "PostgreSQL, MariaDB, MySQL and H2");
    }

    @ParameterizedTest
    @CsvSource({
        "baton.worker.concurrency, 0, from 1 to 10000",
        "baton.worker.concurrency, 10001, from 1 to 10000",
        "baton.worker.poll-interval, 0s, longer than zero",
        "baton.worker.heartbeat, -1s, longer than zero",
        "baton.worker.dead-after, 4s, longer than two heartbeats",
        "baton.queues.files.concurrency, 0, from 1 to 10000",
        "baton.queues.files.concurrency, 10001, from 1 to 10000",
        "baton.retry.max-attempts, 0, at least 1",
        "baton.retry.delay, -1s, zero or longer",
        "baton.retry.max-delay, -1s, zero or longer",
        "baton.retry.multiplier, 0.5, at least 1",
        "baton.payload.max-size, 0B, from 1 byte",
        "baton.payload.max-size, 3GB, from 1 byte",
        "baton.retention.completed, -1s, zero or longer",
        "baton.retention.cancelled, -1s, zero or longer",
        "baton.retention.dead, -1s, zero or longer",
    })
    void a_value_that_cannot_work(String property, String value, String expected, CapturedOutput output) {
        fails(Shop.class, property + "=" + value);
        says(output, "The property '" + property + "' is ", "Set " + property + " to a value that is " + expected);
    }

    @Test
    void a_name_of_a_worker_that_no_row_can_hold(CapturedOutput output) {
        fails(Shop.class, "baton.worker.name=" + "n".repeat(201));
        says(output, "The property 'baton.worker.name' is 201 characters long", "at most 200 characters long");
    }

    @Configuration
    @EnableAutoConfiguration
    static class Transactional {

        @Bean
        PlatformTransactionManager ofAnotherKind() {
            return new TransactionsOfNothing();
        }

        @Bean
        PlatformTransactionManager ofThatKindToo() {
            return new TransactionsOfNothing();
        }

        @JobHandler(transactional = true)
        void price(PriceItem item) {}
    }

    @Test
    void a_transactional_handler_where_no_manager_names_batons_data_source(CapturedOutput output) {
        fails(Transactional.class);
        says(
                output,
                "there is 'ofAnotherKind' (TransactionsOfNothing), 'ofThatKindToo' (TransactionsOfNothing)",
                "@BatonTransactionManager");
    }
}
