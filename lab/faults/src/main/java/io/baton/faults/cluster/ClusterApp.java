package io.baton.faults.cluster;

import io.baton.Once;
import io.baton.faults.worker.Lifeline;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;

/** An application with handlers of every kind, if it has a history. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ClusterApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        SpringApplication.run(ClusterApp.class, arguments).getBean(History.class).ready();
    }

    @Bean
    @ConditionalOnProperty("history")
    static History history(@Value("${history}") Path path) {
        return new History(path);
    }

    @Bean
    @ConditionalOnProperty("history")
    static Effects effects(JdbcOperations jdbc, History history, @Value("${baton.worker.name}") String node) {
        return new Effects(jdbc, history, node);
    }

    @Bean
    @ConditionalOnProperty("history")
    static SingleHandlers singleHandlers(Effects effects, JdbcOperations jdbc, Once once) {
        return new SingleHandlers(effects, jdbc, once);
    }

    @Bean
    @ConditionalOnProperty("history")
    static GroupHandlers groupHandlers(Effects effects) {
        return new GroupHandlers(effects);
    }
}
