package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.autoconfigure.shop.Item;
import io.baton.autoconfigure.shop.ItemRepository;
import io.baton.autoconfigure.shop.Job;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.autoconfigure.shop.Shop;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.naming.PhysicalNamingStrategySnakeCaseImpl;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jpa.autoconfigure.EntityManagerFactoryBuilderCustomizer;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.persistenceunit.PersistenceUnitPostProcessor;

class HostTests {

    private static List<String> tables(ConfigurableApplicationContext host) {
        return host.getBean(JdbcTemplate.class)
                .queryForList(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema NOT IN ('INFORMATION_SCHEMA')",
                        String.class);
    }

    @Nested
    class ThatSaysNothing extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(Shop.class, WITHOUT_BOOTS_FLYWAY);
        }

        @Test
        void keeps_the_schema_tool_that_boot_gives_to_an_embedded_database() {
            assertThat(host.getBean(EntityManagerFactory.class).getProperties())
                    .containsEntry("hibernate.hbm2ddl.auto", "create-drop");
        }

        @Test
        void has_batons_tables_beside_its_own() {
            assertThat(tables(host)).contains("ITEM", "BATON_JOB", "baton_schema_history");
        }
    }

    @Nested
    class ThatScansByItself extends HostContract {

        @Configuration
        @EnableAutoConfiguration
        @EntityScan(basePackageClasses = Item.class)
        @EnableJpaRepositories(basePackageClasses = Item.class)
        @Import(Pricing.class)
        static class ScanningShop {}

        @Override
        ConfigurableApplicationContext start() {
            return start(ScanningShop.class, WITHOUT_BOOTS_FLYWAY);
        }
    }

    @Nested
    class WithItsOwnMigrations extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(
                    Shop.class,
                    "spring.flyway.locations=classpath:shop/migration",
                    "spring.jpa.hibernate.ddl-auto=validate");
        }

        @Test
        void keeps_its_own_history() {
            assertThat(host.getBean(JdbcTemplate.class)
                            .queryForList(
                                    "SELECT \"script\" FROM \"flyway_schema_history\" WHERE \"type\" = 'SQL'",
                                    String.class))
                    .containsExactly("V1__items.sql");
        }

        @Test
        void migrates_before_baton_does() {
            assertThat(host.getBean(JdbcTemplate.class)
                            .queryForObject("SELECT tables_of_baton FROM seen_by_migration", Integer.class))
                    .isZero();
        }
    }

    @Nested
    class ThatValidates extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(
                    Shop.class,
                    WITHOUT_BOOTS_FLYWAY,
                    "spring.jpa.hibernate.ddl-auto=validate",
                    "spring.sql.init.schema-locations=classpath:shop/migration/V1__items.sql");
        }
    }

    @Nested
    class ThatUpdates extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(Shop.class, WITHOUT_BOOTS_FLYWAY, "spring.jpa.hibernate.ddl-auto=update");
        }
    }

    /** Every table and column is called otherwise than in the annotations. */
    public static class Prefixing extends PhysicalNamingStrategySnakeCaseImpl {

        @Override
        public @Nullable Identifier toPhysicalTableName(@Nullable Identifier name, JdbcEnvironment environment) {
            return prefixed("t_", super.toPhysicalTableName(name, environment));
        }

        @Override
        public @Nullable Identifier toPhysicalColumnName(@Nullable Identifier name, JdbcEnvironment environment) {
            return prefixed("c_", super.toPhysicalColumnName(name, environment));
        }

        private static @Nullable Identifier prefixed(String prefix, @Nullable Identifier name) {
            return name == null ? null : Identifier.toIdentifier(prefix + name.getText(), name.isQuoted());
        }
    }

    @Nested
    class ThatNamesTablesItsWay extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(
                    Shop.class,
                    WITHOUT_BOOTS_FLYWAY,
                    "spring.jpa.hibernate.naming.physical-strategy=" + Prefixing.class.getName());
        }

        @Test
        void has_its_own_tables_named_so_and_no_second_ones_of_baton() {
            assertThat(tables(host)).contains("T_ITEM", "BATON_JOB").doesNotContain("T_BATON_JOB");
        }
    }

    @Nested
    class ThatIsLazy extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(Shop.class, WITHOUT_BOOTS_FLYWAY, "spring.main.lazy-initialization=true");
        }
    }

    @Nested
    class ThatDefersDataSourceInitialization extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(
                    Shop.class,
                    WITHOUT_BOOTS_FLYWAY,
                    "spring.jpa.defer-datasource-initialization=true",
                    "spring.sql.init.data-locations=classpath:shop/data/items.sql");
        }

        @Test
        void has_its_data_in_the_tables_that_hibernate_made() {
            assertThat(host.getBean(ItemRepository.class).findByItemName("from data.sql"))
                    .hasSize(1);
        }
    }

    @Nested
    class WithADefaultSchema extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(
                    Shop.class,
                    WITHOUT_BOOTS_FLYWAY,
                    "spring.jpa.properties.hibernate.default_schema=shop",
                    "spring.sql.init.schema-locations=classpath:shop/data/schema.sql");
        }

        @Test
        void has_batons_tables_in_it() {
            assertThat(host.getBean(JdbcTemplate.class)
                            .queryForList(
                                    "SELECT table_schema FROM information_schema.tables WHERE table_name IN ('ITEM', 'BATON_JOB')",
                                    String.class))
                    .containsOnly("SHOP")
                    .hasSize(2);
        }
    }

    @Nested
    class WithASchemaForBaton extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(Shop.class, WITHOUT_BOOTS_FLYWAY, "baton.schema.name=batons_own");
        }

        @Test
        void has_batons_tables_in_it_and_its_own_elsewhere() {
            assertThat(host.getBean(JdbcTemplate.class)
                            .queryForList(
                                    "SELECT table_schema || '.' || table_name FROM information_schema.tables WHERE table_name IN ('ITEM', 'BATON_JOB')",
                                    String.class))
                    .containsExactlyInAnyOrder("PUBLIC.ITEM", "BATONS_OWN.BATON_JOB");
        }
    }

    @Nested
    class ThatQuotesEverything extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(
                    Shop.class,
                    WITHOUT_BOOTS_FLYWAY,
                    "spring.jpa.properties.hibernate.globally_quoted_identifiers=true");
        }
    }

    @Nested
    class ThatQuotesEverythingInADefaultSchema extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(
                    Shop.class,
                    WITHOUT_BOOTS_FLYWAY,
                    "spring.jpa.properties.hibernate.globally_quoted_identifiers=true",
                    "spring.jpa.properties.hibernate.default_schema=SHOP",
                    "spring.sql.init.schema-locations=classpath:shop/data/schema.sql");
        }
    }

    @Nested
    class WithJobsOfItsOwn extends HostContract {

        @Configuration
        @Import(Shop.class)
        static class Agency {

            @Bean
            List<String> jobs() {
                return List.of("baker");
            }

            @Bean
            Job job() {
                return new Job("bakery");
            }
        }

        @Override
        ConfigurableApplicationContext start() {
            return start(Agency.class, WITHOUT_BOOTS_FLYWAY);
        }

        @Test
        void keeps_them() {
            transaction().executeWithoutResult(status -> {
                var entities = entities();
                entities.persist(new Job("bakery"));
                assertThat(entities.createQuery("select j from Job j", Job.class)
                                .getResultList())
                        .hasSize(1);
            });
            assertThat(host.getBean("jobs")).isEqualTo(List.of("baker"));
        }
    }

    @Nested
    class WithoutAutoCommit extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(Shop.class, WITHOUT_BOOTS_FLYWAY, "spring.datasource.hikari.auto-commit=false");
        }
    }

    @Nested
    class ThatFetchesConnectionsLate extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(Shop.class, WITHOUT_BOOTS_FLYWAY, "spring.datasource.connection-fetch=lazy");
        }
    }

    @Nested
    class WithAPoolOtherThanHikari extends HostContract {

        @Override
        ConfigurableApplicationContext start() {
            return start(
                    Shop.class,
                    WITHOUT_BOOTS_FLYWAY,
                    "spring.datasource.type=org.springframework.jdbc.datasource.SimpleDriverDataSource");
        }
    }

    @Nested
    class ThatListensToItsPersistenceUnit extends HostContract {

        static boolean tablesWereThere;

        @Configuration
        @Import(Shop.class)
        static class Listening {

            @Bean
            EntityManagerFactoryBuilderCustomizer listening(JdbcTemplate jdbc) {
                PersistenceUnitPostProcessor look = unit -> tablesWereThere = !jdbc.queryForList(
                                "SELECT 1 FROM information_schema.tables WHERE table_name = 'BATON_JOB'")
                        .isEmpty();
                return builder -> builder.addPersistenceUnitPostProcessors(look);
            }
        }

        @Override
        ConfigurableApplicationContext start() {
            return start(Listening.class, "spring.flyway.locations=classpath:shop/migration");
        }

        @Test
        void sees_batons_tables_before_its_entity_manager_factory_is_there() {
            assertThat(tablesWereThere).isTrue();
        }
    }
}
