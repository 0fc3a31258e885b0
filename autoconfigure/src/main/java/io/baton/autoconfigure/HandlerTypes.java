package io.baton.autoconfigure;

import io.baton.PayloadCodec;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.JobHandlerScanner;
import io.baton.handler.RetryRule;
import io.baton.type.TypeCatalog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The application's handlers and what they say about types. Beans are scanned once all singletons are there, when most can be seen of
 * them, or earlier if a bean enqueues while it is made.
 */
final class HandlerTypes implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final PayloadCodec codec;
    private final RetryRule defaultRetry;
    private volatile @Nullable Scanned scanned;

    HandlerTypes(ConfigurableListableBeanFactory beans, PayloadCodec codec, RetryRule defaultRetry) {
        this.beans = beans;
        this.codec = codec;
        this.defaultRetry = defaultRetry;
    }

    TypeCatalog types() {
        return scanned().types();
    }

    HandlerRegistry handlers() {
        return scanned().handlers();
    }

    @Override
    public void afterSingletonsInstantiated() {
        scanned();
    }

    private Scanned scanned() {
        Scanned known = scanned;
        return known != null ? known : scan();
    }

    private synchronized Scanned scan() {
        Scanned result = scanned;
        if (result == null) {
            TypeCatalog types = new TypeCatalog();
            result = new Scanned(types, new JobHandlerScanner(types, codec, defaultRetry).scan(beans, withParents()));
            scanned = result;
        }
        return result;
    }

    /** The context's beans, and those of its parents up to one that runs its handlers itself. */
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
