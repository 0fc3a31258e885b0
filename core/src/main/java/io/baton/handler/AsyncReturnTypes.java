package io.baton.handler;

import java.util.Arrays;
import java.util.Set;
import org.springframework.core.ReactiveAdapterRegistry;

/** Return types whose values stand for work that need not be done yet, or has not even begun. */
final class AsyncReturnTypes {

    static final String PROBLEM = ", so its work is not done when it returns.";
    static final String ACTION = "Wait for the outcome inside the method and return the value, or void.";

    // by name, since none of them need be on the class path
    private static final Set<String> NAMES = Set.of(
            "java.util.concurrent.Future",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Flow$Publisher",
            "org.reactivestreams.Publisher",
            "kotlinx.coroutines.Deferred",
            "kotlinx.coroutines.flow.Flow");

    /** Looked up for each value that a handler returns, whatever it declares. */
    private static final ClassValue<Boolean> KNOWN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isNamed(type) || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
        }
    };

    private AsyncReturnTypes() {}

    static boolean are(Class<?> type) {
        return KNOWN.get(type);
    }

    private static boolean isNamed(Class<?> type) {
        return NAMES.contains(type.getName())
                || (type.getSuperclass() != null && isNamed(type.getSuperclass()))
                || Arrays.stream(type.getInterfaces()).anyMatch(AsyncReturnTypes::isNamed);
    }
}
