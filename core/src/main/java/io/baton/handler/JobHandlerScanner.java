package io.baton.handler;

import io.baton.BatonException;
import io.baton.JobOutcomes;
import io.baton.PayloadCodec;
import io.baton.start.StartRefusedException;
import io.baton.type.TypeCatalog;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the handlers among the application's beans, without initialising any bean, and declares their types. */
public final class JobHandlerScanner {

    private final TypeCatalog types;
    private final PayloadCodec codec;
    private final RetryRule defaultRetry;
    private final Set<String> logged;

    /**
     * Creates a scanner for one of several scans.
     *
     * @param defaultRetry the rule for handlers without {@code @Retry}
     * @param logged the types whose names earlier scans have warned of; this scan adds its own
     */
    public JobHandlerScanner(TypeCatalog types, PayloadCodec codec, RetryRule defaultRetry, Set<String> logged) {
        this.types = types;
        this.codec = codec;
        this.defaultRetry = defaultRetry;
        this.logged = logged;
    }

    /**
     * Returns the handlers of several bean factories. The first factory with a bean of a name wins. After all singletons were created, also finds
     * handlers on beans whose {@code @Bean} method returns an interface.
     *
     * @param beans the factory that returns the beans of all searched factories
     * @throws StartRefusedException if a method cannot be a handler, or two methods handle one type
     */
    public HandlerRegistry scan(ConfigurableListableBeanFactory beans, List<ConfigurableListableBeanFactory> searched) {
        HandlerReader reader = new HandlerReader(beans, codec, defaultRetry);
        Map<String, Handler> handlers = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (ConfigurableListableBeanFactory each : searched) {
            new HandlerMethods(each, name -> !names.contains(name))
                    .find()
                    .forEach(method -> add(handlers, reader.read(method)));
            names.addAll(List.of(each.getBeanDefinitionNames()));
        }
        handlers.values().forEach(this::declare);
        refuseTwins(handlers.values());
        reader.warnOfDerivedNames(logged);
        return new HandlerRegistry(handlers);
    }

    private static void add(Map<String, Handler> handlers, Handler handler) {
        Handler other = handlers.putIfAbsent(handler.type(), handler);
        if (other != null) {
            throw new StartRefusedException(
                    "The job type \"" + handler.type() + "\" has two handlers: "
                            + other.method().located() + " and "
                            + handler.method().located(),
                    "Remove one of them, or give them different names with @JobHandler(\"..\"). If both are the same method, its class is"
                            + " a bean twice.");
        }
    }

    private static void refuseTwins(Collection<Handler> handlers) {
        Map<String, Handler> named = new HashMap<>();
        handlers.forEach(handler -> handler.settings().recurrences().forEach(recurrence -> {
            Handler other = named.putIfAbsent(recurrence.name(), handler);
            if (other != null) {
                throw handler.method()
                        .refusal(
                                "the name \"" + recurrence.name() + "\" of its @Recurring is that of another one, on "
                                        + other.describe() + ".",
                                "Give each its own name: @Recurring(name = \"..\", ..).");
            }
        }));
    }

    private void declare(Handler handler) {
        try {
            types.declare(handler.declared());
            types.requirePermits(handler.type(), handler.settings().permits());
        } catch (BatonException e) {
            throw handler.method()
                    .refusal(
                            e.getMessage() + ".",
                            "Give the handler a payload and a name that a job can be stored under.",
                            e);
        }
    }

    /**
     * The reflection that a native image needs to know ahead of time for a handler.
     *
     * @param method the method of the handler
     * @param types the types that are read from JSON and written to it, without the types of their properties
     */
    public record HandlerReflection(Method method, Set<Class<?>> types) {}

    /** Returns the reflection of every handler of a bean factory, whose beans may not exist yet. */
    public static List<HandlerReflection> reflection(ConfigurableListableBeanFactory beans) {
        return new HandlerMethods(beans, name -> true)
                .find().stream().map(JobHandlerScanner::reflection).toList();
    }

    private static HandlerReflection reflection(HandlerMethod method) {
        Set<Class<?>> types = new LinkedHashSet<>();
        addWithSubclasses(types, Signature.of(method).payload());
        Class<?> returned = method.returned();
        if (returned != void.class && returned != Void.class && returned != JobOutcomes.class) {
            addWithSubclasses(types, returned);
        }
        return new HandlerReflection(method.method(), types);
    }

    private static void addWithSubclasses(Set<Class<?>> types, @Nullable Class<?> type) {
        if (type != null && types.add(type) && type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                addWithSubclasses(types, permitted);
            }
        }
    }
}
