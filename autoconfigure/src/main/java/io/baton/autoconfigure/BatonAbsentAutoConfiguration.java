package io.baton.autoconfigure;

import io.baton.handler.JobHandlerScanner;
import io.baton.loop.LogText;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Warns of handlers in an application that has no data source, and so no job queue. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnMissingBean({DataSource.class, BatonDatabase.class})
@Conditional(SwitchesCondition.class)
public final class BatonAbsentAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(BatonAbsentAutoConfiguration.class);

    @Bean
    static SmartInitializingSingleton batonHandlersInVain(ConfigurableListableBeanFactory beans) {
        return () -> {
            List<String> missed = JobHandlerScanner.describe(beans);
            if (!missed.isEmpty()) {
                log.warn(
                        "The job handlers {} are never called: there is no bean of type DataSource, so that Baton is off. Set"
                                + " spring.datasource.url or, beside R2DBC, declare such a bean; baton.enabled=false ends this warning",
                        LogText.of(missed.toString()));
            }
        };
    }
}
