package io.baton.handler;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ReflectionUtils;

/** The bean on which a handler method is called. It is requested at the first call, and at each call unless it is a singleton. */
final class HandlerBean {

    private final ConfigurableListableBeanFactory beans;
    private final HandlerMethod handler;
    private volatile @Nullable Target singleton;

    HandlerBean(ConfigurableListableBeanFactory beans, HandlerMethod handler) {
        this.beans = beans;
        this.handler = handler;
    }

    /** Refuses a proxy that hides the method, if the class of the bean is known before the bean is created. */
    void check() {
        Class<?> exposed = beans.getType(handler.beanName(), false);
        if (exposed != null) {
            callableOn(exposed);
        }
    }

    @Nullable
    Object call(Object[] arguments) throws Throwable {
        Target known = singleton;
        Target target = known == null ? find() : known;
        try {
            return target.method().invoke(target.bean(), arguments);
        } catch (InvocationTargetException e) {
            throw thrownByHandler(target.bean(), e);
        }
    }

    private Target find() {
        Object bean = beans.getBean(handler.beanName());
        Target target = new Target(bean, callableOn(bean.getClass()));
        if (beans.isSingleton(handler.beanName())) {
            singleton = target;
        }
        return target;
    }

    private record Target(Object bean, Method method) {}

    // a proxy wraps a checked exception that the method throws without declaring it
    private static Throwable thrownByHandler(Object bean, InvocationTargetException e) {
        Throwable thrown = e.getTargetException();
        boolean wrapped = thrown instanceof UndeclaredThrowableException && AopUtils.isAopProxy(bean);
        return wrapped && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    private Method callableOn(Class<?> exposed) {
        Method method = Proxy.isProxyClass(exposed) ? ofInterface(exposed) : handler.method();
        ReflectionUtils.makeAccessible(method);
        return method;
    }

    private Method ofInterface(Class<?> proxy) {
        return Arrays.stream(proxy.getInterfaces())
                .flatMap(each -> Arrays.stream(each.getMethods()))
                .filter(this::isImplementedByHandler)
                .findFirst()
                .orElseThrow(() -> handler.refusal(
                        "its bean is a JDK proxy, and none of the interfaces of the proxy has the method.",
                        "Add the method to an interface of the bean, or let the bean be proxied by class"
                                + " (spring.aop.proxy-target-class=true, proxyTargetClass = true)."));
    }

    private boolean isImplementedByHandler(Method candidate) {
        return candidate.equals(handler.method())
                || (candidate.getName().equals(handler.method().getName())
                        && BridgeMethodResolver.getMostSpecificMethod(candidate, handler.beanClass())
                                .equals(handler.method()));
    }
}
