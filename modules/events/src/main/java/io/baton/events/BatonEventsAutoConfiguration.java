package io.baton.events;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Lets methods with {@link DurableListener} be listeners. It has no condition: Spring would take such a method for a plain listener if the factory was
 * missing, and call it in the publisher's transaction. Without such a method, it does nothing.
 */
@AutoConfiguration
public final class BatonEventsAutoConfiguration {

    @Bean
    static DurableListenerFactory batonDurableListenerFactory(ConfigurableListableBeanFactory beans) {
        return new DurableListenerFactory(beans);
    }
}
