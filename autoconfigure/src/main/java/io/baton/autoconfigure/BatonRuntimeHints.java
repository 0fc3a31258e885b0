package io.baton.autoconfigure;

import io.baton.batch.FoundBatch;
import io.baton.flow.FoundFlow;
import io.baton.job.FoundJob;
import io.baton.permit.FoundRateLimit;
import io.baton.permit.FoundSemaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image cannot see by itself: the migrations, the document of what is served, and what stands behind details when they are written as JSON. */
final class BatonRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/baton/schema/*/*.sql");
        hints.resources().registerPattern("io/baton/batch/web/openapi.json");
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(
                        hints.reflection(),
                        FoundJob.class,
                        FoundSemaphore.class,
                        FoundRateLimit.class,
                        FoundBatch.class,
                        FoundFlow.class,
                        FoundFlow.FoundStep.class);
    }
}
