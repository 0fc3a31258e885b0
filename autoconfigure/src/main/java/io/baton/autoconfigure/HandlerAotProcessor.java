package io.baton.autoconfigure;

import io.baton.handler.HandlerTypes;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
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
        Map<Method, Set<Class<?>>> handlers = HandlerTypes.reflection(beans);
        return (generation, code) -> handlers.forEach((method, types) -> {
            ReflectionHints hints = generation.getRuntimeHints().reflection();
            hints.registerMethod(method, ExecutableMode.INVOKE);
            new BindingReflectionHintsRegistrar().registerReflectionHints(hints, types.toArray(Type[]::new));
        });
    }
}
