package io.baton.engine;

import io.baton.testing.CountedStatements;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** An application as a user would write it, but for the handlers, which tests tell what to do. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class App {

    @Bean
    StageJobs stageJobs(Stage stage, Environment environment, DataSource dataSource) {
        return new StageJobs(stage, environment.getRequiredProperty("node"), dataSource);
    }

    /** Counts what goes through the application's data source; the engine has connections of its own. */
    @Bean
    static BeanPostProcessor counting() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource dataSource && name.equals("dataSource")
                        ? new CountedStatements(dataSource)
                        : bean;
            }
        };
    }
}
