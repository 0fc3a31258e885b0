package io.baton.test;

import io.baton.autoconfigure.BatonAutoConfiguration;
import io.baton.worker.ManualMode;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Has Baton run jobs on request only. Comes before Baton's auto-configurations, whose conditions look for the mode. */
@AutoConfiguration(before = BatonAutoConfiguration.class)
class ManualModeAutoConfiguration {

    @Bean
    static ManualMode batonManualMode() {
        return new ManualMode();
    }
}
