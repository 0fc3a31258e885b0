package io.baton.integration;

import io.baton.Jobs;
import io.baton.PayloadCodec;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.channel.AbstractSubscribableChannel;

/** Adds {@link DurableChannels} to an application that has Baton and Spring Integration. */
@AutoConfiguration(afterName = "io.baton.autoconfigure.BatonAutoConfiguration")
@ConditionalOnClass({Jobs.class, AbstractSubscribableChannel.class})
@ConditionalOnBean({Jobs.class, PayloadCodec.class})
public final class BatonIntegrationAutoConfiguration {

    @Bean
    DurableChannels batonDurableChannels(Jobs jobs, PayloadCodec codec) {
        return new DurableChannels(jobs, codec);
    }
}
