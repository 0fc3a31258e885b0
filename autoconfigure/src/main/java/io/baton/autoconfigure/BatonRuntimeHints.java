package io.baton.autoconfigure;

import io.baton.BatchItems;
import io.baton.Recurrence;
import io.baton.batch.FoundBatch;
import io.baton.chunk.ChunkCheckpoint;
import io.baton.flow.BatonFlows.FoundFlow;
import io.baton.job.FoundJob;
import io.baton.operator.Operations;
import io.baton.permit.PermitStore.FoundRateLimit;
import io.baton.permit.PermitStore.FoundSemaphore;
import io.baton.recurring.BatonRecurringJobs.FoundRecurringJob;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.util.ClassUtils;

/** Registers the migrations, static resources, types of JSON and the types that Hibernate creates by reflection, for native images. */
final class BatonRuntimeHints implements RuntimeHintsRegistrar {

    private static final List<TypeReference> ENTITIES = Stream.of(
                    "FixedNamesBinder", "JobColumns$StateConverter", "JobColumns", "JobEntity", "EndedJobEntity")
            .map(name -> TypeReference.of("io.baton.jpa." + name))
            .toList();

    private static final MemberCategory[] OF_ENTITIES = {
        MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
        MemberCategory.INVOKE_DECLARED_METHODS,
        MemberCategory.ACCESS_DECLARED_FIELDS
    };

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/baton/schema/*/*.sql");
        hints.resources().registerPattern("io/baton/batch/web/openapi.json");
        hints.resources().registerPattern("io/baton/dashboard/*");
        hints.reflection().registerTypeIfPresent(classLoader, "org.postgresql.PGConnection", type -> {});
        if (ClassUtils.isPresent("org.hibernate.Session", classLoader)) {
            hints.reflection().registerTypes(ENTITIES, type -> type.withMembers(OF_ENTITIES));
        }
        BindingReflectionHintsRegistrar json = new BindingReflectionHintsRegistrar();
        json.registerReflectionHints(
                hints.reflection(), Operations.resultTypes().toArray(Class<?>[]::new));
        json.registerReflectionHints(
                hints.reflection(),
                ChunkCheckpoint.class,
                FoundJob.class,
                FoundSemaphore.class,
                FoundRateLimit.class,
                FoundBatch.class,
                BatchItems.class,
                FoundFlow.class,
                FoundFlow.FoundStep.class,
                FoundRecurringJob.class,
                Recurrence.class);
    }
}
