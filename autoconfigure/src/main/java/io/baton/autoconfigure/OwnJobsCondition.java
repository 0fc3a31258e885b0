package io.baton.autoconfigure;

import io.baton.BatonDataSource;
import java.util.Arrays;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if no parent context has a job queue, or if this context has its own data source that is marked with {@link BatonDataSource}. */
final class OwnJobsCondition extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Baton");
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        if (beans == null || !hasJobs(beans.getParentBeanFactory())) {
            return ConditionOutcome.match(message.because("no parent context has a job queue"));
        }
        return marksDataSource(beans)
                ? ConditionOutcome.match(message.because("the context has a data source with @BatonDataSource"))
                : ConditionOutcome.noMatch(message.because("a parent context has the job queue"));
    }

    /** Ignores data sources without the mark, such as one for reports: their databases have no workers. */
    private static boolean marksDataSource(ConfigurableListableBeanFactory beans) {
        return Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
                .anyMatch(name -> beans.findAnnotationOnBean(name, BatonDataSource.class, false) != null);
    }

    private static boolean hasJobs(@Nullable BeanFactory parent) {
        return parent instanceof ListableBeanFactory beans
                && BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, BatonDatabase.class, true, false).length
                        > 0;
    }
}
