package io.baton.autoconfigure;

import io.baton.handler.HandlerTypes;
import io.baton.handler.JobHandlerScanner;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Registers hints for the handlers of an application that is compiled to a native image. */
final class HandlerAotProcessor implements BeanFactoryInitializationAotProcessor {

    @Override
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beans) {
        if (beans.getBeanNamesForType(HandlerTypes.class, true, false).length == 0) {
            return null;
        }
        List<JobHandlerScanner.HandlerReflection> handlers = JobHandlerScanner.reflection(beans);
        return (generation, code) -> handlers.forEach(
                handler -> register(handler, generation.getRuntimeHints().reflection()));
    }

    private static void register(JobHandlerScanner.HandlerReflection handler, ReflectionHints hints) {
        hints.registerMethod(handler.method(), ExecutableMode.INVOKE);
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(hints, handler.types().toArray(Type[]::new));
    }
}
