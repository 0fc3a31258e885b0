package io.baton.autoconfigure;

import io.baton.Recurrence;
import io.baton.batch.FoundBatch;
import io.baton.chunk.ChunkCheckpoint;
import io.baton.flow.FoundFlow;
import io.baton.job.FoundJob;
import io.baton.operator.Operations;
import io.baton.permit.JdbcPermitStore.FoundRateLimit;
import io.baton.permit.JdbcPermitStore.FoundSemaphore;
import io.baton.recurring.BatonRecurringJobs.FoundRecurringJob;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Registers the migrations, static resources and types of JSON for native images. */
final class BatonRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/baton/schema/*/*.sql");
        hints.resources().registerPattern("io/baton/batch/web/openapi.json");
        hints.resources().registerPattern("io/baton/dashboard/*");
        hints.reflection().registerTypeIfPresent(classLoader, "org.postgresql.PGConnection", type -> {});
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(
                        hints.reflection(), Operations.resultTypes().toArray(Class<?>[]::new));
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(
                        hints.reflection(),
                        ChunkCheckpoint.class,
                        FoundJob.class,
                        FoundSemaphore.class,
                        FoundRateLimit.class,
                        FoundBatch.class,
                        FoundFlow.class,
                        FoundFlow.FoundStep.class,
                        FoundRecurringJob.class,
                        Recurrence.class);
    }
}
