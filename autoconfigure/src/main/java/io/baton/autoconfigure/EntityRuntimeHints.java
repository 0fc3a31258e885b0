package io.baton.autoconfigure;

import io.baton.jpa.EndedJobEntity;
import io.baton.jpa.FixedNamesBinder;
import io.baton.jpa.JobEntity;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Registers the types that Hibernate creates by reflection, for native images. */
final class EntityRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerType(FixedNamesBinder.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                .registerType(
                        TypeReference.of("io.baton.jpa.StateConverter"), MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        for (Class<?> entity : List.of(JobEntity.class.getSuperclass(), JobEntity.class, EndedJobEntity.class)) {
            hints.reflection()
                    .registerType(
                            entity,
                            MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
                            MemberCategory.INVOKE_DECLARED_METHODS,
                            MemberCategory.ACCESS_DECLARED_FIELDS);
        }
    }
}
