package io.baton.handler;

import io.baton.JobOutcomes;
import io.baton.PayloadCodec;
import io.baton.start.StartRefusedException;
import io.baton.type.TypeCatalog;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The application's handlers and the types that they declare. Scans the beans, without initialising any, after all singletons were created, when most
 * of their classes are known. If a bean enqueues during its creation, scans them earlier as well; callers must not keep that result, which the later
 * scan replaces.
 */
public final class HandlerTypes implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final PayloadCodec codec;
    private final RetryRule defaultRetry;
    /** The types whose derived names a scan has warned of. */
    private final Set<String> logged = new HashSet<>();

    private volatile @Nullable Scanned scanned;

    /**
     * Creates the types of an application that was not scanned yet.
     *
     * @param defaultRetry the rule for handlers without {@code @Retry}
     */
    public HandlerTypes(ConfigurableListableBeanFactory beans, PayloadCodec codec, RetryRule defaultRetry) {
        this.beans = beans;
        this.codec = codec;
        this.defaultRetry = defaultRetry;
    }

    public TypeCatalog types() {
        return scanned().types();
    }

    public HandlerRegistry handlers() {
        return scanned().handlers();
    }

    /** Scans again even after an earlier scan, for which a bean may have been known by an interface that hides its handlers. */
    @Override
    public void afterSingletonsInstantiated() {
        scan();
    }

    private Scanned scanned() {
        Scanned known = scanned;
        return known != null ? known : firstScan();
    }

    private synchronized Scanned firstScan() {
        Scanned known = scanned;
        return known != null ? known : scan();
    }

    /**
     * Scans the bean factory and its parents. The first factory with a bean of a name wins.
     *
     * @throws StartRefusedException if a method cannot be a handler, or two methods handle one type
     */
    private synchronized Scanned scan() {
        HandlerReader reader = new HandlerReader(beans, codec, defaultRetry);
        Map<String, Handler> handlers = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (ConfigurableListableBeanFactory level : withParents()) {
            new HandlerMethods(level, name -> !names.contains(name))
                    .find()
                    .forEach(method -> add(handlers, reader.read(method)));
            names.addAll(List.of(level.getBeanDefinitionNames()));
        }
        TypeCatalog types = new TypeCatalog();
        handlers.values().forEach(handler -> declare(types, handler));
        refuseTwins(handlers.values());
        reader.warnOfDerivedNames(logged);
        Scanned result = new Scanned(types, new HandlerRegistry(handlers));
        scanned = result;
        return result;
    }

    /** Returns the bean factory of the context, and its parents up to one that runs its handlers itself. */
    private List<ConfigurableListableBeanFactory> withParents() {
        List<ConfigurableListableBeanFactory> levels = new ArrayList<>(List.of(beans));
        BeanFactory parent = beans.getParentBeanFactory();
        while (parent instanceof ConfigurableListableBeanFactory level
                && level.getBeanNamesForType(HandlerTypes.class, true, false).length == 0) {
            levels.add(level);
            parent = level.getParentBeanFactory();
        }
        return levels;
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

    private static void declare(TypeCatalog types, Handler handler) {
        handler.method().reading("", "Give the handler a payload and a name that a job can be stored under.", () -> {
            types.declare(handler.declared());
            types.declare(
                    handler.type(),
                    handler.settings().permits(),
                    handler.settings().sequence());
            return types;
        });
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

    /**
     * Returns the reflection that a native image must know ahead of time: for each handler method of a bean factory, whose beans may not exist yet,
     * the types that are read from JSON and written to it, without the types of their properties.
     */
    public static Map<Method, Set<Class<?>>> reflection(ConfigurableListableBeanFactory beans) {
        Map<Method, Set<Class<?>>> found = new LinkedHashMap<>();
        for (HandlerMethod each : new HandlerMethods(beans, name -> true).find()) {
            Set<Class<?>> types = found.computeIfAbsent(each.method(), method -> new LinkedHashSet<>());
            addWithSubclasses(types, Signature.of(each).payload());
            Class<?> returned = each.returned();
            if (returned != void.class && returned != Void.class && returned != JobOutcomes.class) {
                addWithSubclasses(types, returned);
            }
        }
        return found;
    }

    private static void addWithSubclasses(Set<Class<?>> types, @Nullable Class<?> type) {
        if (type != null && types.add(type) && type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                addWithSubclasses(types, permitted);
            }
        }
    }

    private record Scanned(TypeCatalog types, HandlerRegistry handlers) {}
}
