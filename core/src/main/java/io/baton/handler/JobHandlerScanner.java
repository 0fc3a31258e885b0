package io.baton.handler;

import io.baton.BatonException;
import io.baton.PayloadCodec;
import io.baton.start.StartRefusedException;
import io.baton.type.TypeCatalog;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the handlers among the application's beans, initialising none of them, and declares their types. */
public final class JobHandlerScanner {

    private final TypeCatalog types;
    private final PayloadCodec codec;
    private final RetryRule defaultRetry;
    private final Set<String> logged;

    /** For handlers without {@code @Retry}, the default rule applies. */
    public JobHandlerScanner(TypeCatalog types, PayloadCodec codec, RetryRule defaultRetry) {
        this(types, codec, defaultRetry, new HashSet<>());
    }

    /**
     * Creates a scanner for one of several scans.
     *
     * @param logged the types about whose names earlier scans have warned, to which this one adds its own
     */
    public JobHandlerScanner(TypeCatalog types, PayloadCodec codec, RetryRule defaultRetry, Set<String> logged) {
        this.types = types;
        this.codec = codec;
        this.defaultRetry = defaultRetry;
        this.logged = logged;
    }

    /**
     * Returns the handlers of all beans. Once the singletons are there, it also sees what a {@code @Bean} method of an interface type made.
     *
     * @throws StartRefusedException if a method cannot be a handler, or two methods handle one type
     */
    public HandlerRegistry scan(ConfigurableListableBeanFactory beans) {
        return scan(beans, List.of(beans));
    }

    /**
     * Returns the handlers of several bean factories, of which a bean's name means the first that has it.
     *
     * @param beans gives the beans of all of them
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
        return new HandlerRegistry(handlers.values());
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
}
