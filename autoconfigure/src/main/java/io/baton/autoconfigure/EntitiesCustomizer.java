package io.baton.autoconfigure;

import io.baton.jpa.BatonEntities;
import org.springframework.boot.jpa.EntityManagerFactoryBuilder;
import org.springframework.boot.jpa.autoconfigure.EntityManagerFactoryBuilderCustomizer;
import org.springframework.core.Ordered;
import org.springframework.orm.jpa.persistenceunit.PersistenceUnitPostProcessor;
import org.springframework.util.ClassUtils;

/** Adds Baton's entities to what the application's customizers add to its persistence units. */
record EntitiesCustomizer(BatonEntities entities) implements EntityManagerFactoryBuilderCustomizer, Ordered {

    /** Since Spring Boot 4.1. */
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

    /** What replaces the others comes first, so that it never undoes what the application says. */
    @Override
    public int getOrder() {
        return CAN_ADD ? LOWEST_PRECEDENCE : HIGHEST_PRECEDENCE;
    }
}
