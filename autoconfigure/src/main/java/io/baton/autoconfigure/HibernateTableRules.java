package io.baton.autoconfigure;

import io.baton.jpa.HiddenTables;
import java.util.Map;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.tool.schema.internal.DefaultSchemaFilterProvider;
import org.hibernate.tool.schema.spi.SchemaFilterProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/** Hides Baton's tables from the schema tool, on top of what the application hides, as the last to have a say. */
final class HibernateTableRules implements HibernatePropertiesCustomizer, Ordered {

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
