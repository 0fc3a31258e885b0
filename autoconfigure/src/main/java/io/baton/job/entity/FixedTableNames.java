package io.baton.job.entity;

import java.util.Locale;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.naming.PhysicalNamingStrategy;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.jspecify.annotations.Nullable;

/** Leaves the names of Baton's tables as they are; the application's strategy names everything else. */
public record FixedTableNames(PhysicalNamingStrategy others) implements PhysicalNamingStrategy {

    @Override
    public @Nullable Identifier toPhysicalTableName(@Nullable Identifier name, JdbcEnvironment environment) {
        return name != null && name.getText().toLowerCase(Locale.ROOT).startsWith("baton_")
                ? name
                : others.toPhysicalTableName(name, environment);
    }

    @Override
    public @Nullable Identifier toPhysicalColumnName(@Nullable Identifier name, JdbcEnvironment environment) {
        return others.toPhysicalColumnName(name, environment);
    }

    @Override
    public @Nullable Identifier toPhysicalSchemaName(@Nullable Identifier name, JdbcEnvironment environment) {
        return others.toPhysicalSchemaName(name, environment);
    }

    @Override
    public @Nullable Identifier toPhysicalCatalogName(@Nullable Identifier name, JdbcEnvironment environment) {
        return others.toPhysicalCatalogName(name, environment);
    }

    @Override
    public @Nullable Identifier toPhysicalSequenceName(@Nullable Identifier name, JdbcEnvironment environment) {
        return others.toPhysicalSequenceName(name, environment);
    }
}
