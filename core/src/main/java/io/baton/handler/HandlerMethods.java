package io.baton.handler;

import io.baton.JobHandler;
import io.baton.Recurring;
import io.baton.Retry;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * Finds the methods of all beans that carry an annotation of handlers. Initialises no bean.
 *
 * @param searched whether the bean of a name is searched
 */
record HandlerMethods(ConfigurableListableBeanFactory beans, Predicate<String> searched) {

    private static final Logger log = LoggerFactory.getLogger(HandlerMethods.class);

    /** The annotations of handlers. A method with another one than {@link JobHandler} alone is found too, so that it can be refused. */
    private static final List<Class<? extends Annotation>> HANDLING =
            List.of(JobHandler.class, Recurring.class, Recurring.List.class, Retry.class);

    List<HandlerMethod> find() {
        return Stream.of(beans.getBeanNamesForType(Object.class, true, false))
                // the class of a scoped proxy may be unknown yet, so its target, which is a bean of its own, is
                // searched instead
                .filter(name ->
                        searched.test(name) && !beans.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name)))
                .flatMap(name -> methodsOf(name).stream())
                .toList();
    }

    private List<HandlerMethod> methodsOf(String name) {
        try {
            Class<?> target = behindProxy(name);
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
    private @Nullable Class<?> behindProxy(String name) {
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
}
