package io.baton.handler;

import io.baton.PayloadCodec;
import io.baton.type.TypeCatalog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The application's handlers and the types that they declare. Scans the beans after all singletons were created, when most of their classes are
 * known. If a bean enqueues during its creation, scans them earlier as well; callers must not keep that result, which the later scan replaces.
 */
public final class HandlerTypes implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final PayloadCodec codec;
    private final RetryRule defaultRetry;
    private final Set<String> logged = new HashSet<>();
    private volatile @Nullable Scanned scanned;

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

    private synchronized Scanned scan() {
        TypeCatalog types = new TypeCatalog();
        Scanned result = new Scanned(
                types, new JobHandlerScanner(types, codec, defaultRetry, logged).scan(beans, withParents()));
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

    private record Scanned(TypeCatalog types, HandlerRegistry handlers) {}
}
