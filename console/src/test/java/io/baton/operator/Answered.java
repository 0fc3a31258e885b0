package io.baton.operator;

import java.util.function.BiFunction;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;

/** Objects of an interface or a class all of whose methods a test answers. */
final class Answered {

    private Answered() {}

    /** Returns an object of this type. The function returns the result of a method by its name and arguments. */
    static <T> T by(Class<T> type, BiFunction<String, Object[], @Nullable Object> answer) {
        ProxyFactory factory = new ProxyFactory();
        factory.setTargetClass(type);
        factory.setProxyTargetClass(true);
        factory.addAdvice(
                (MethodInterceptor) call -> answer.apply(call.getMethod().getName(), call.getArguments()));
        return type.cast(factory.getProxy());
    }
}
