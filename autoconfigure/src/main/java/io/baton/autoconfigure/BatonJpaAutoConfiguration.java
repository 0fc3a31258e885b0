package io.baton.autoconfigure;

import io.baton.jpa.BatonEntities;
import io.baton.jpa.HiddenTables;
import io.baton.jpa.JobEntity;
import io.baton.jpa.JobRepository;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.tool.schema.internal.DefaultSchemaFilterProvider;
import org.hibernate.tool.schema.spi.SchemaFilterProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.jpa.EntityManagerFactoryBuilder;
import org.springframework.boot.jpa.autoconfigure.EntityManagerFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceUnitPostProcessor;
import org.springframework.util.ClassUtils;

/** Adds Baton's entities to the application's persistence unit, and hides their tables from its schema tool. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnClass({EntityManagerFactory.class, Session.class, HibernatePropertiesCustomizer.class})
@ConditionalOnBean(BatonDatabase.class)
public final class BatonJpaAutoConfiguration {

    @Bean
    EntitiesCustomizer batonEntities(BatonDatabase database) {
        return new EntitiesCustomizer(new BatonEntities(database.dataSource(), database.schema()));
    }

    @Bean
    HibernateTableRules batonHibernateTableRules() {
        return new HibernateTableRules();
    }

    /** This is a class of its own, since an application may have Hibernate without Spring Data JPA. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JpaRepositoryFactory.class)
    static class RepositoryConfiguration {

        @Bean
        @Lazy
        @ConditionalOnBean(EntityManagerFactory.class)
        JobRepository batonJobRepository(BatonDatabase database, ObjectProvider<EntityManagerFactory> factories) {
            EntityManagerFactory factory = factories.stream()
                    .filter(candidate -> candidate instanceof EntityManagerFactoryInfo info
                            && info.getDataSource() == database.dataSource())
                    .filter(RepositoryConfiguration::knowsJobs)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "No entity manager factory on Baton's data source has Baton's entities, so there is no JobRepository."
                                    + " Make the factory with Boot's EntityManagerFactoryBuilder, or give it the PersistenceUnitPostProcessor"
                                    + " BatonEntities; or use Jobs instead"));
            EntityManager shared = SharedEntityManagerCreator.createSharedEntityManager(factory);
            return new JpaRepositoryFactory(shared).getRepository(JobRepository.class);
        }

        private static boolean knowsJobs(EntityManagerFactory factory) {
            return factory.getMetamodel().getEntities().stream()
                    .anyMatch(type -> type.getJavaType() == JobEntity.class);
        }
    }

    /** Adds Baton's entities to the persistence units, in addition to the changes by the application's customizers. */
    record EntitiesCustomizer(BatonEntities entities) implements EntityManagerFactoryBuilderCustomizer, Ordered {

        /** Spring Boot has this method since 4.1. */
        private static final boolean CAN_ADD = ClassUtils.hasMethod(
                EntityManagerFactoryBuilder.class,
                "addPersistenceUnitPostProcessors",
                PersistenceUnitPostProcessor[].class);

        @Override
        public void customize(EntityManagerFactoryBuilder builder) {
            if (CAN_ADD) {
                builder.addPersistenceUnitPostProcessors(entities);
            } else {
                builder.setPersistenceUnitPostProcessors(entities);
            }
        }

        /** The replacement comes first, so that it never undoes a customization of the application. */
        @Override
        public int getOrder() {
            return CAN_ADD ? LOWEST_PRECEDENCE : HIGHEST_PRECEDENCE;
        }
    }

    /** Hides Baton's tables from the schema tool, in addition to the tables that the application hides. It runs after all other customizers. */
    static final class HibernateTableRules implements HibernatePropertiesCustomizer, Ordered {

        @Override
        public void customize(Map<String, Object> properties) {
            properties.put(
                    SchemaToolingSettings.HBM2DDL_FILTER_PROVIDER,
                    new HiddenTables(provider(properties.get(SchemaToolingSettings.HBM2DDL_FILTER_PROVIDER))));
        }

        private static SchemaFilterProvider provider(@Nullable Object setting) {
            if (setting == null) {
                return DefaultSchemaFilterProvider.INSTANCE;
            }
            if (setting instanceof SchemaFilterProvider given) {
                return given;
            }
            Class<?> named = setting instanceof Class<?> given
                    ? given
                    : ClassUtils.resolveClassName(setting.toString(), ClassUtils.getDefaultClassLoader());
            return (SchemaFilterProvider) BeanUtils.instantiateClass(named);
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }
    }
}
