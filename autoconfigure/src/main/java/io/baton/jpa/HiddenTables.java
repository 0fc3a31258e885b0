package io.baton.jpa;

import java.util.Locale;
import org.hibernate.boot.model.relational.Namespace;
import org.hibernate.boot.model.relational.Sequence;
import org.hibernate.mapping.Table;
import org.hibernate.tool.schema.spi.SchemaFilter;
import org.hibernate.tool.schema.spi.SchemaFilterProvider;

/** Hides Baton's tables, which Flyway creates, from Hibernate's schema tool. The application's own filter still applies. */
public record HiddenTables(SchemaFilterProvider others) implements SchemaFilterProvider {

    @Override
    public SchemaFilter getCreateFilter() {
        return new WithoutBaton(others.getCreateFilter());
    }

    @Override
    public SchemaFilter getDropFilter() {
        return new WithoutBaton(others.getDropFilter());
    }

    @Override
    public SchemaFilter getTruncatorFilter() {
        return new WithoutBaton(others.getTruncatorFilter());
    }

    @Override
    public SchemaFilter getMigrateFilter() {
        return new WithoutBaton(others.getMigrateFilter());
    }

    @Override
    public SchemaFilter getValidateFilter() {
        return new WithoutBaton(others.getValidateFilter());
    }

    private record WithoutBaton(SchemaFilter others) implements SchemaFilter {

        @Override
        public boolean includeNamespace(Namespace namespace) {
            return others.includeNamespace(namespace);
        }

        @Override
        public boolean includeTable(Table table) {
            return !table.getName().toLowerCase(Locale.ROOT).startsWith("baton_") && others.includeTable(table);
        }

        @Override
        public boolean includeSequence(Sequence sequence) {
            return others.includeSequence(sequence);
        }
    }
}
