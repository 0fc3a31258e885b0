package io.baton.jpa;

import jakarta.persistence.Column;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import org.hibernate.AnnotationException;
import org.hibernate.annotations.TypeBinderType;
import org.hibernate.binder.TypeBinder;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** Restores an entity's names after naming strategies, and moves its table to Baton's schema. The class is public for Hibernate. */
public final class FixedNamesBinder implements TypeBinder<FixedNamesBinder.FixedNames> {

    /** Gives the entity's table and columns the names in its annotations, whatever naming strategy the application has. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @TypeBinderType(binder = FixedNamesBinder.class)
    @interface FixedNames {}

    /** The setting for the schema of Baton's tables, as the database stores its name. Without it the tables are in the schema of the connections. */
    static final String SCHEMA = "io.baton.schema";

    @Override
    public void bind(FixedNames annotation, MetadataBuildingContext context, PersistentClass entity) {
        Class<?> type = entity.getMappedClass();
        Table table = entity.getTable();
        String name = type.getAnnotation(jakarta.persistence.Table.class).name();
        // if the application quotes all names, the columns are quoted too
        table.setName(table.isQuoted() ? quoted(name) : name);
        move(table, context);
        rename(entity.getIdentifierProperty(), type);
        entity.getProperties().forEach(property -> rename(property, type));
    }

    private static void move(Table table, MetadataBuildingContext context) {
        String schema = schema(context);
        if (schema == null) {
            return;
        }
        if (context.getMetadataCollector()
                .getDatabase()
                .getJdbcEnvironment()
                .getNameQualifierSupport()
                .supportsSchemas()) {
            table.setSchema(quoted(schema));
        } else {
            table.setCatalog(quoted(schema));
        }
    }

    private static @Nullable String schema(MetadataBuildingContext context) {
        Object setting = context.getBootstrapContext()
                .getServiceRegistry()
                .requireService(ConfigurationService.class)
                .getSettings()
                .get(SCHEMA);
        return setting == null ? null : setting.toString();
    }

    private static void rename(Property property, Class<?> type) {
        Field field = ReflectionUtils.findField(type, property.getName());
        Column column = field == null ? null : field.getAnnotation(Column.class);
        if (column != null) {
            property.getColumns().get(0).setName(column.name());
        }
    }

    private static String quoted(String name) {
        return '`' + name + '`';
    }

    @Override
    public void bind(FixedNames annotation, MetadataBuildingContext context, Component embeddable) {
        throw new AnnotationException("@FixedNames stands on entities");
    }
}
