package io.baton.handler;

import static java.util.stream.Collectors.joining;

import io.baton.Job;
import io.baton.start.StartRefusedException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * A handler method, and the bean that has it.
 *
 * @param beanClass the class behind any proxy, by which generic types are resolved
 */
record HandlerMethod(String beanName, Class<?> beanClass, Method method) {

    List<ResolvableType> parameters() {
        return IntStream.range(0, method.getParameterCount())
                .mapToObj(index -> ResolvableType.forMethodParameter(method, index, beanClass))
                .toList();
    }

    Class<?> returned() {
        return ResolvableType.forMethodReturnType(method, beanClass).resolve(Object.class);
    }

    <A extends Annotation> @Nullable A annotation(Class<A> type) {
        return AnnotatedElementUtils.findMergedAnnotation(method, type);
    }

    /** Returns the method in the form of {@code FileJobs.process(ProcessFile)}. */
    String describe() {
        String parameters = parameters().stream().map(HandlerMethod::text).collect(joining(", ", "(", ")"));
        Class<?> named = Proxy.isProxyClass(beanClass) ? method.getDeclaringClass() : beanClass;
        return simpleName(named) + "." + method.getName() + parameters;
    }

    /** Returns a description that differs for methods of the same signature on several beans. */
    String located() {
        return describe() + " of bean \"" + beanName + "\" (" + beanClass.getName() + ")";
    }

    /** Refuses the method unless the condition is met. */
    void require(boolean condition, String problem, String action) {
        if (!condition) {
            throw refusal(problem, action);
        }
    }

    StartRefusedException refusal(String problem, String action) {
        return refusal(problem, action, null);
    }

    StartRefusedException refusal(String problem, String action, @Nullable Throwable cause) {
        return new StartRefusedException("The job handler " + located() + " cannot be used: " + problem, action, cause);
    }

    /** Returns what the reader returns; refuses the method for the reason for which the reader fails. */
    <T> T reading(String problem, String action, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (StartRefusedException e) {
            throw e;
        } catch (RuntimeException e) {
            throw refusal(problem + Objects.requireNonNullElse(e.getMessage(), e.toString()), action, e);
        }
    }

    private static String text(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        boolean open = (raw == List.class || raw == Job.class) && !type.hasUnresolvableGenerics();
        return open
                ? Arrays.stream(type.getGenerics())
                        .map(HandlerMethod::text)
                        .collect(joining(", ", raw.getSimpleName() + "<", ">"))
                : simpleName(raw);
    }

    private static String simpleName(Class<?> type) {
        return type.isAnonymousClass() ? type.getName() : type.getSimpleName();
    }
}
