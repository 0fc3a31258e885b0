package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions whose connection looks into the schema of a tenant. */
class TenantSchemaTests {

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class Application {}

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void an_enqueue_says_to_name_the_schema(TestDatabase database) {
        try (HikariDataSource pool = database.freshDatabase();
                ConfigurableApplicationContext host = start(pool, "")) {
            assertThatThrownBy(() -> asTenant(
                            host,
                            () -> host.getBean(Jobs.class).enqueueNamed("tick").id()))
                    .isInstanceOf(DataAccessException.class)
                    .hasMessageContaining("baton.schema.name");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void an_enqueue_works_where_the_schema_is_named(TestDatabase database) {
        try (HikariDataSource pool = database.freshDatabase();
                ConfigurableApplicationContext host = start(pool, "public")) {
            Jobs jobs = host.getBean(Jobs.class);
            JobId id = asTenant(host, () -> jobs.enqueueNamed("tick").id());
            assertThat(jobs.find(id)).isPresent();
        }
    }

    private static ConfigurableApplicationContext start(HikariDataSource pool, String schema) {
        new JdbcTemplate(pool).execute("CREATE SCHEMA tenant");
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off", "baton.worker.enabled=false", HostContract.WITHOUT_BOOTS_FLYWAY)
                .properties(schema.isEmpty() ? "x=y" : "baton.schema.name=" + schema)
                .initializers(context -> ((GenericApplicationContext) context)
                        .registerBean(DataSource.class, () -> pool, bean -> bean.setDestroyMethodName("")))
                .run();
    }

    private static <T> T asTenant(ConfigurableApplicationContext host, Supplier<T> work) {
        DataSource dataSource = host.getBean(DataSource.class);
        return Objects.requireNonNull(
                new TransactionTemplate(host.getBean(PlatformTransactionManager.class)).execute(status -> {
                    new JdbcTemplate(dataSource).execute((ConnectionCallback<Boolean>) connection -> {
                        connection.setSchema(stored(connection, "tenant"));
                        return true;
                    });
                    return work.get();
                }));
    }

    private static String stored(Connection connection, String name) throws SQLException {
        return connection.getMetaData().storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
    }
}
