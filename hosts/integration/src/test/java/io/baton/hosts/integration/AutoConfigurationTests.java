package io.baton.hosts.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.integration.BatonIntegrationAutoConfiguration;
import io.baton.integration.DurableChannels;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.integration.channel.AbstractSubscribableChannel;

class AutoConfigurationTests {

    @EnableAutoConfiguration
    static class Empty {}

    @Test
    void there_is_nothing_without_baton() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Empty.class)
                .run(
                        "--server.port=0",
                        "--spring.sql.init.mode=never",
                        "--baton.enabled=false",
                        "--spring.datasource.url=jdbc:h2:mem:without-baton")) {
            assertThat(context.getBeansOfType(DurableChannels.class)).isEmpty();
        }
    }

    @Test
    void there_is_nothing_without_spring_integration() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BatonIntegrationAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(AbstractSubscribableChannel.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DurableChannels.class));
    }
}
