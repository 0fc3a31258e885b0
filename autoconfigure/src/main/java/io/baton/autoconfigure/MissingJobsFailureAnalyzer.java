package io.baton.autoconfigure;

import io.baton.start.StartRefusedException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains refused starts, and why a bean of Baton is missing. It runs before Spring Boot's analyzers, which would report only where a binding failed,
 * or propose to define the bean.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingJobsFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final String OPTIONAL =
            " A bean that can do without takes an ObjectProvider of it, or stands under the same condition.";

    private final BeanFactory beans;
    private final Environment environment;

    MissingJobsFailureAnalyzer(BeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        StartRefusedException refused = findCause(failure, StartRefusedException.class);
        return refused == null
                ? super.analyze(failure)
                : new FailureAnalysis(refused.description(), refused.action(), refused);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        Class<?> missing = Optional.ofNullable(cause.getResolvableType())
                .map(ResolvableType::resolve)
                .orElse(null);
        if (missing == null
                || cause instanceof NoUniqueBeanDefinitionException
                || !missing.getName().startsWith("io.baton.")) {
            return null;
        }
        String who = (description == null ? "A bean" : description) + " needs a bean of type '" + missing.getName()
                + "', but ";
        if (!environment.getProperty("baton.enabled", Boolean.class, true)) {
            return new FailureAnalysis(
                    who + "Baton is switched off with baton.enabled=false.",
                    "Set baton.enabled=true; where jobs are to be enqueued and not run, set baton.worker.enabled=false instead."
                            + OPTIONAL,
                    cause);
        }
        if (!BatonDatabase.hasBean(beans, DataSource.class)) {
            return new FailureAnalysis(
                    who + "there is no DataSource, so that Baton has no place for its jobs.",
                    "Let Boot make one with spring.datasource.url, or declare a bean of type DataSource; beside R2DBC Boot makes none."
                            + OPTIONAL,
                    cause);
        }
        return BatonDatabase.hasBean(beans, BatonDatabase.class)
                ? null
                : new FailureAnalysis(
                        who + "Baton's auto-configuration is not part of this context.",
                        "Use @EnableAutoConfiguration or @SpringBootApplication and do not exclude it. In the test of a slice add"
                                + " @ImportAutoConfiguration(BatonAutoConfiguration.class), or a mock of the bean.",
                        cause);
    }
}
