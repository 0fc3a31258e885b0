package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.jpa.BatonEntities;
import io.baton.jpa.EndedJobEntity;
import io.baton.jpa.JobEntity;
import io.baton.schema.BatonSchema;
import io.baton.testing.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** Hibernate's own validation of the mapping against the migrations, with nothing hidden from it. */
class EntityMappingTests {

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void the_entities_fit_the_migrations(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            new BatonSchema(dataSource, null).migrate();
            withEntities(dataSource, null, "validate", entities -> {
                assertThat(entities.createQuery("select j from BatonJob j", JobEntity.class)
                                .getResultList())
                        .isEmpty();
                assertThat(entities.createQuery("select j from BatonEndedJob j", EndedJobEntity.class)
                                .getResultList())
                        .isEmpty();
            });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void nothing_is_hidden_from_the_validation(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            assertThatThrownBy(() -> withEntities(dataSource, null, "validate", entities -> {}))
                    .hasStackTraceContaining("missing table [baton_job");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void the_entities_find_a_schema_of_batons_own(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            String schema = "own_schema_of_" + database.name().toLowerCase(Locale.ROOT);
            BatonDatabase place = BatonDatabase.of(dataSource, schema, new MockEnvironment());
            new BatonSchema(dataSource, place.schema()).migrate();
            withEntities(dataSource, place.schema(), "none", entities -> assertThat(
                            entities.createQuery("select j from BatonJob j", JobEntity.class)
                                    .getResultList())
                    .isEmpty());
        }
    }

    private static void withEntities(
            DataSource dataSource, @Nullable String schema, String schemaTool, Consumer<EntityManager> question) {
        LocalContainerEntityManagerFactoryBean bean = new LocalContainerEntityManagerFactoryBean();
        bean.setDataSource(dataSource);
        bean.setPersistenceUnitName("validated");
        bean.setPackagesToScan("io.baton.nothing");
        bean.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        bean.setPersistenceUnitPostProcessors(new BatonEntities(dataSource, schema));
        bean.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", schemaTool));
        bean.afterPropertiesSet();
        try (EntityManagerFactory factory = Objects.requireNonNull(bean.getObject());
                EntityManager entities = factory.createEntityManager()) {
            question.accept(entities);
        }
    }
}
