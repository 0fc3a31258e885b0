package io.baton.testing;

import java.util.function.BiFunction;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;

/** Objects of a class all of whose methods a test answers. */
public final class Stubbed {

    private Stubbed() {}

    /** Returns an object of this class. The function returns the result of a method by its name and arguments. */
    public static <T> T of(Class<T> type, BiFunction<String, @Nullable Object[], @Nullable Object> answer) {
        ProxyFactory factory = new ProxyFactory();
        factory.setTargetClass(type);
        factory.setProxyTargetClass(true);
        factory.addAdvice(
                (MethodInterceptor) call -> answer.apply(call.getMethod().getName(), call.getArguments()));
        return type.cast(factory.getProxy());
    }
}
