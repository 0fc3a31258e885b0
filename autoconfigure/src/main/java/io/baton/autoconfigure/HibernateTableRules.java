package io.baton.autoconfigure;

import io.baton.job.entity.FixedTableNames;
import io.baton.job.entity.HiddenTables;
import java.util.Map;
import org.hibernate.boot.model.naming.PhysicalNamingStrategy;
import org.hibernate.boot.model.naming.PhysicalNamingStrategySnakeCaseImpl;
import org.hibernate.cfg.MappingSettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.tool.schema.internal.DefaultSchemaFilterProvider;
import org.hibernate.tool.schema.spi.SchemaFilterProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/** Wraps what the application set, as the last to have a say. */
final class HibernateTableRules implements HibernatePropertiesCustomizer, Ordered {

    @Override
    public void customize(Map<String, Object> properties) {
        properties.put(
                SchemaToolingSettings.HBM2DDL_FILTER_PROVIDER,
                new HiddenTables(instance(
                        properties.get(SchemaToolingSettings.HBM2DDL_FILTER_PROVIDER),
                        SchemaFilterProvider.class,
                        DefaultSchemaFilterProvider.INSTANCE)));
        properties.put(
                MappingSettings.PHYSICAL_NAMING_STRATEGY,
                new FixedTableNames(instance(
                        properties.get(MappingSettings.PHYSICAL_NAMING_STRATEGY),
                        PhysicalNamingStrategy.class,
                        new PhysicalNamingStrategySnakeCaseImpl())));
    }

    private static <T> T instance(@Nullable Object setting, Class<T> type, T otherwise) {
        if (setting == null) {
            return otherwise;
        }
        if (type.isInstance(setting)) {
            return type.cast(setting);
        }
        Class<?> named = setting instanceof Class<?> given
                ? given
                : ClassUtils.resolveClassName(setting.toString(), HibernateTableRules.class.getClassLoader());
        return type.cast(BeanUtils.instantiateClass(named));
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
