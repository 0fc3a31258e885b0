package io.baton.autoconfigure;

import io.baton.job.entity.FixedNamesBinder;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image cannot see by itself where Hibernate is: what Hibernate makes by reflection. */
final class EntityRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection().registerType(FixedNamesBinder.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
    }
}
