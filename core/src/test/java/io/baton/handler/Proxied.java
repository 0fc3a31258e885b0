package io.baton.handler;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Proxies that record what passes through them. */
final class Proxied {

    private Proxied() {}

    static Object of(Object target, boolean byClass) {
        ProxyFactory factory = new ProxyFactory(target);
        factory.setProxyTargetClass(byClass);
        factory.addAdvice(new Before());
        return factory.getProxy();
    }

    static void everyBean(AnnotationConfigApplicationContext context, boolean byClass) {
        context.registerBean("before", Before.class);
        context.registerBean("proxies", BeanNameAutoProxyCreator.class, () -> {
            BeanNameAutoProxyCreator creator = new BeanNameAutoProxyCreator();
            creator.setBeanNames("*Jobs");
            creator.setInterceptorNames("before");
            creator.setProxyTargetClass(byClass);
            return creator;
        });
    }

    static class Before implements MethodInterceptor, AopInfrastructureBean {

        @Override
        public @Nullable Object invoke(MethodInvocation call) throws Throwable {
            Seen.add("before " + call.getMethod().getName());
            return call.proceed();
        }
    }
}
