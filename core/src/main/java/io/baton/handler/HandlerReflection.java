package io.baton.handler;

import io.baton.JobOutcomes;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The reflection of a handler, which a native image needs ahead of time.
 *
 * @param method the handler's
 * @param types that are read from JSON and written to it, without those that they consist of
 */
public record HandlerReflection(Method method, Set<Class<?>> types) {

    /** Returns that of every handler of a bean factory, whose beans need not be there yet. */
    public static List<HandlerReflection> of(ConfigurableListableBeanFactory beans) {
        SignatureReader signatures = new SignatureReader();
        return new HandlerMethods(beans, name -> true)
                .find().stream()
                        .map(method -> of(method, signatures.read(method)))
                        .toList();
    }

    private static HandlerReflection of(HandlerMethod method, Signature signature) {
        Set<Class<?>> types = new LinkedHashSet<>();
        addWithSubclasses(types, signature.payload());
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
