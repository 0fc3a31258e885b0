package io.baton.handler;

import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.PayloadCodec;
import io.baton.Recurring;
import io.baton.Retry;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.start.StartRefusedException;
import io.baton.type.TypeCatalog;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * The application's handlers and the types that they declare. Scans the beans, without initialising any, after all singletons were created, when most
 * of their classes are known. If a bean enqueues during its creation, scans them earlier as well; callers must not keep that result, which the later
 * scan replaces.
 */
public final class HandlerTypes implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(HandlerTypes.class);

    /** The annotations of handlers. A method with another one than {@link JobHandler} alone is found too, so that it can be refused. */
    private static final List<Class<? extends Annotation>> HANDLING =
            List.of(JobHandler.class, Recurring.class, Recurring.List.class, Retry.class);

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

    public PayloadCodec codec() {
        return codec;
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
            methods(level, name -> !names.contains(name)).forEach(method -> add(handlers, reader.read(method)));
            names.addAll(List.of(level.getBeanDefinitionNames()));
        }
        TypeCatalog types = new TypeCatalog();
        handlers.values().forEach(handler -> declare(types, handler));
        refuseTwins(handlers.values());
        refuseUnfollowed(handlers);
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

    /** Returns the methods of the beans whose names are searched that carry an annotation of handlers. Initialises no bean. */
    private static List<HandlerMethod> methods(ConfigurableListableBeanFactory beans, Predicate<String> searched) {
        return Stream.of(beans.getBeanNamesForType(Object.class, true, false))
                // the class of a scoped proxy may be unknown yet, so its target, which is a bean of its own, is
                // searched instead
                .filter(name ->
                        searched.test(name) && !beans.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name)))
                .flatMap(name -> methodsOf(beans, name).stream())
                .toList();
    }

    private static List<HandlerMethod> methodsOf(ConfigurableListableBeanFactory beans, String name) {
        try {
            Class<?> target = behindProxy(beans, name);
            Class<?> type = target == null ? null : ClassUtils.getUserClass(target);
            if (type == null || !AnnotationUtils.isCandidateClass(type, HANDLING)) {
                return List.of();
            }
            String called = ScopedProxyUtils.isScopedTarget(name) ? ScopedProxyUtils.getOriginalBeanName(name) : name;
            Set<Method> methods = MethodIntrospector.selectMethods(type, (Method method) -> HANDLING.stream()
                    .anyMatch(each -> AnnotatedElementUtils.hasAnnotation(method, each)));
            return methods.stream()
                    .map(method -> new HandlerMethod(called, type, method))
                    .toList();
        } catch (RuntimeException | LinkageError e) {
            // a lazy bean may use missing classes, which fails its first use and not the start
            log.debug(
                    "Bean '{}' is not searched for job handlers, since its class cannot be read",
                    LogText.of(name),
                    LoggedFailure.of(e));
            return List.of();
        }
    }

    // Does not call AutoProxyUtils.determineTargetClass, which would initialise factory beans.
    private static @Nullable Class<?> behindProxy(ConfigurableListableBeanFactory beans, String name) {
        if (beans.containsBeanDefinition(name)
                && beans.getMergedBeanDefinition(name).getAttribute(AutoProxyUtils.ORIGINAL_TARGET_CLASS_ATTRIBUTE)
                        instanceof Class<?> original) {
            return original;
        }
        Object singleton = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
        return singleton == null || singleton instanceof FactoryBean
                ? beans.getType(name, false)
                : AopProxyUtils.ultimateTargetClass(singleton);
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
            Optional.ofNullable(handler.settings().follows()).ifPresent(types::follow);
            return types;
        });
    }

    /** Refuses a handler of deaths whose type no handler has, if its payload is that of another type here. */
    private static void refuseUnfollowed(Map<String, Handler> handlers) {
        for (Handler handler : handlers.values()) {
            String follows = handler.settings().follows();
            if (follows != null && !handlers.containsKey(follows)) {
                handlers.values().stream()
                        .filter(other -> other != handler
                                && other.declared().payload() != null
                                && other.declared().payload() == handler.payload())
                        .findFirst()
                        .ifPresent(other -> {
                            throw handler.method()
                                    .refusal(
                                            "it is afterDeath of the type \"" + follows
                                                    + "\", which has no handler here, while \"" + other.type()
                                                    + "\" has one with the same payload.",
                                            "Name the type: @JobHandler(value = \"" + other.type()
                                                    + "\", afterDeath = true).");
                        });
            }
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

    /**
     * Returns the reflection that a native image must know ahead of time: for each handler method of a bean factory, whose beans may not exist yet,
     * the types that are read from JSON and written to it, without the types of their properties.
     */
    public static Map<Method, Set<Class<?>>> reflection(ConfigurableListableBeanFactory beans) {
        Map<Method, Set<Class<?>>> found = new LinkedHashMap<>();
        for (HandlerMethod each : methods(beans, name -> true)) {
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
