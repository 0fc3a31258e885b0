package io.baton.faults.cluster;

import io.baton.Once;
import io.baton.faults.worker.Lifeline;
import io.baton.faults.worker.Trace;
import io.baton.history.HistoryWriter;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;

/** An application with handlers of every kind, if it has a directory for its history. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ClusterApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        SpringApplication.run(ClusterApp.class, arguments).getBean(Trace.class).note("ready", 0);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    @ConditionalOnProperty("histories")
    static HistoryWriter history(@Value("${histories}") Path directory, @Value("${baton.worker.name}") String node) {
        return new HistoryWriter(directory, node);
    }

    @Bean
    @ConditionalOnProperty("histories")
    static Runs runs(JdbcOperations jdbc, HistoryWriter history, @Value("${baton.worker.name}") String node) {
        return new Runs(jdbc, history, node);
    }

    @Bean
    @ConditionalOnProperty("histories")
    static SingleHandlers singleHandlers(Runs runs, JdbcOperations jdbc, Once once) {
        return new SingleHandlers(runs, jdbc, once);
    }

    @Bean
    @ConditionalOnProperty("histories")
    static GroupHandlers groupHandlers(Runs runs) {
        return new GroupHandlers(runs);
    }
}
