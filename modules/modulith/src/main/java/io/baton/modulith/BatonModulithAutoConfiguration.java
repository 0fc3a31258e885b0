package io.baton.modulith;

import io.baton.BatonException;
import io.baton.Jobs;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.core.ConditionalEventListener;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lets Baton externalise events, if Spring Modulith's externalization is enabled. Without {@link Jobs} or an {@link EventTransport} the start fails,
 * since the events would be lost.
 */
@AutoConfiguration(
        afterName = {
            "io.baton.autoconfigure.BatonAutoConfiguration",
            "org.springframework.modulith.events.config.EventExternalizationAutoConfiguration"
        })
@ConditionalOnBean(EventExternalizationConfiguration.class)
@ConditionalOnProperty(name = "spring.modulith.events.externalization.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(EventExternalizer.class)
public final class BatonModulithAutoConfiguration {

    @Bean
    EventExternalizer batonEventExternalizer(
            Jobs jobs,
            EventExternalizationConfiguration configuration,
            ObjectProvider<JsonMapper> json,
            ObjectProvider<EventTransport> transport,
            ConfigurableListableBeanFactory beans) {
        refuseSecond(beans);
        StandardEvaluationContext expressions = new StandardEvaluationContext();
        expressions.setBeanResolver(new BeanFactoryResolver(beans));
        return new EventExternalizer(
                jobs, configuration, expressions, json.getIfAvailable(JsonMapper::new), transport.getIfAvailable(() -> {
                    throw new BatonException("There is no bean of type " + EventTransport.class.getName()
                            + ", by which externalised events are sent. Declare one, or set"
                            + " spring.modulith.events.externalization.enabled=false");
                }));
    }

    /** Spring Modulith's modules for brokers would send each event too. */
    private static void refuseSecond(ConfigurableListableBeanFactory beans) {
        String[] others = beans.getBeanNamesForType(ConditionalEventListener.class, true, false);
        if (others.length > 0) {
            throw new BatonException("The bean \"" + others[0]
                    + "\" externalises events too, so that each would be sent twice. Remove it, or the module of Spring"
                    + " Modulith that declares it, such as spring-modulith-events-kafka");
        }
    }
}
